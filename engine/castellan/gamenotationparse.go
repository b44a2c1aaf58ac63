package castellan

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseRecordNotation reads the notation of a game. Whether the actions are legal is not looked at.
func ParseRecordNotation(text string) (Record, error) {
	tags, words, err := splitNotation(text)
	if err != nil {
		return Record{}, err
	}
	r := Record{Start: Start{Cards: CardsTracked}}
	for _, tag := range tags {
		if err := r.Start.readTag(strings.Fields(tag)); err != nil {
			return Record{}, fmt.Errorf("[%s]: %w", strings.TrimSpace(tag), err)
		}
	}
	for _, group := range splitActions(words, r.Start.Players) {
		a, err := parseAction(group)
		if err != nil {
			return Record{}, fmt.Errorf("action %d (%s): %w", len(r.Actions)+1, strings.Join(group[:1], ""), err)
		}
		r.Actions = append(r.Actions, a)
	}
	return r, nil
}

// splitNotation takes comments out and separates tags from words.
func splitNotation(text string) (tags, words []string, err error) {
	var b strings.Builder
	for len(text) > 0 {
		n := strings.IndexAny(text, "{;[")
		if n < 0 {
			b.WriteString(text)
			break
		}
		b.WriteString(text[:n] + " ")
		closing := map[byte]string{'{': "}", ';': "\n", '[': "]"}[text[n]]
		inside, rest, closed := strings.Cut(text[n+1:], closing)
		switch {
		case !closed && text[n] != ';':
			return nil, nil, fmt.Errorf("%q is not closed by %q", text[n], closing)
		case text[n] == '[':
			tags = append(tags, inside)
		}
		text = rest
	}
	return tags, strings.Fields(b.String()), nil
}

func (s *Start) readTag(words []string) error {
	if len(words) == 0 {
		return errors.New("the tag is empty")
	}
	name, words := strings.ToLower(words[0]), words[1:]
	want := map[string]int{"first": 1, "cards": 1, "card": 4, "pile": 2}[name]
	if len(words) < want {
		return fmt.Errorf("there are %d words missing", want-len(words))
	}
	switch name {
	case "players":
		if len(words) > MaxPlayers {
			return fmt.Errorf("there are more than %d players", MaxPlayers)
		}
		s.Players = words
	case "first":
		s.First = words[0]
	case "cards":
		s.Cards = Cards(strings.ToLower(words[0]))
	case "ruleset":
		return s.readReadings(words)
	case "card":
		pieces, err := parseSupply(words[2])
		draw, bad := strconv.Atoi(words[3])
		if err != nil || bad != nil {
			return errors.New("want a card such as t1 tower 2T1S +1")
		}
		s.Deck = append(s.Deck, Card{words[0], words[1], pieces.Towers, pieces.Long, pieces.Short, draw})
	case "pile":
		if s.Piles == nil {
			s.Piles = make(map[string]Piles)
		}
		piles := s.Piles[words[0]]
		switch words[1] {
		case WallBack:
			piles.Wall = words[2:]
		case TowerBack:
			piles.Tower = words[2:]
		default:
			return fmt.Errorf("%.40q is neither %q nor %q", words[1], WallBack, TowerBack)
		}
		s.Piles[words[0]] = piles
	}
	return nil
}

func (s *Start) readReadings(words []string) error {
	s.Readings = make(map[string]bool, len(words))
	for _, w := range words {
		name, value, _ := strings.Cut(w, "=")
		value = strings.ToLower(value)
		if value != yesOrNo[false] && value != yesOrNo[true] {
			return fmt.Errorf("%.40q: want a reading such as claim-mandatory=no", w)
		}
		s.Readings[name] = value == yesOrNo[true]
	}
	return nil
}

// splitActions cuts the words into actions. One begins with a number and a dot, and without them with a player's name, unless
// "next" stands before it, or with undo, end or correct.
func splitActions(words, players []string) [][]string {
	var groups [][]string
	open := false // an action has begun whose first word is still to come
	for k, w := range words {
		if number, ok := strings.CutSuffix(w, "."); ok && isNumber(number) {
			open = false
			continue
		}
		starts := slices.Contains(players, w) && (k == 0 || !strings.EqualFold(words[k-1], "next")) ||
			slices.Contains([]string{"undo", "end", "correct"}, strings.ToLower(w))
		if starts || !open {
			groups = append(groups, nil)
			open = true
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], w)
	}
	return groups
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func parseAction(words []string) (Action, error) {
	rest := words[1:]
	switch strings.ToLower(words[0]) {
	case "undo", "end":
		if len(rest) > 0 {
			return Action{}, fmt.Errorf("%.40q does not belong here", rest[0])
		}
		return Action{Undo: strings.EqualFold(words[0], "undo"), End: strings.EqualFold(words[0], "end")}, nil
	case "correct":
		return parseCorrection(rest)
	}
	t := &Turn{Player: words[0]}
	keyword := ""
	for _, w := range rest {
		if lower := strings.ToLower(w); slices.Contains(notationKeywords, lower) {
			keyword = lower
			continue
		}
		if err := t.read(keyword, w); err != nil {
			return Action{}, err
		}
	}
	return Action{Turn: t}, nil
}

// read takes in one word after a keyword.
func (t *Turn) read(keyword, w string) (err error) {
	switch keyword {
	case "play":
		t.Play = append(t.Play, w)
	case "take":
		var s Supply
		s, err = parseSupply(w)
		t.Pieces = &s
	case "build":
		var p Piece
		p, err = parsePiece(w)
		t.Build = append(t.Build, p)
	case "pass":
		t.Pass, err = parseSupply(w)
	case "claim":
		var c Claim
		c, err = parseClaim(w)
		t.Claims = append(t.Claims, c)
	case "draw":
		switch strings.ToLower(w) {
		case "w", WallBack:
			t.Draw = append(t.Draw, WallBack)
		case "t", TowerBack:
			t.Draw = append(t.Draw, TowerBack)
		default:
			return fmt.Errorf("%.40q is neither w nor t", w)
		}
	default:
		return fmt.Errorf("%.40q does not belong here", w)
	}
	return err
}

func parseCorrection(words []string) (Action, error) {
	if len(words) == 0 {
		return Action{}, errors.New("want the node of row 0 and column 0")
	}
	corner, err := parseNode(words[0])
	if err != nil {
		return Action{}, err
	}
	c := &Correction{}
	words = words[1:]
	if n := len(words); n >= 2 && strings.EqualFold(words[n-2], "next") {
		c.Next, words = words[n-1], words[:n-2]
	}
	if c.Castle, err = ParseNotation(strings.Join(words, " "), StandardSet()); err != nil {
		return Action{}, err
	}
	c.Castle.moveTo(corner)
	c.Castle.Players = nil
	return Action{Correct: c}, nil
}

// moveTo slides all pieces by the way from the origin to a node.
func (s *Setup) moveTo(n Node) {
	move := func(m Node) Node { return Node{m.I + n.I, m.J + n.J} }
	for k, t := range s.Towers {
		s.Towers[k] = move(t)
	}
	for k, w := range s.Walls {
		s.Walls[k] = Wall{move(w.From), move(w.To)}
	}
	for k := range s.Keeps {
		s.Keeps[k].At[0] += float64(n.I)
		s.Keeps[k].At[1] += float64(n.J)
	}
}

func parseSupply(w string) (Supply, error) {
	var s Supply
	if w == "0" {
		return s, nil
	}
	for rest := w; rest != ""; {
		n := strings.IndexAny(rest, "TLStls")
		if n < 1 {
			return s, errSupply(w)
		}
		count, err := strconv.Atoi(rest[:n])
		if err != nil || count < 0 || count > maxPieces {
			return s, errSupply(w)
		}
		for _, kind := range supplyLetters {
			if rest[n]|0x20 == kind.letter|0x20 {
				s.Add(kind.kind, count)
			}
		}
		rest = rest[n+1:]
	}
	return s, nil
}

func errSupply(w string) error { return fmt.Errorf("%.40q: want numbers of pieces such as 2T1L3S", w) }

func parseNode(w string) (Node, error) {
	i, j, ok := strings.Cut(w, ",")
	x, errX := strconv.Atoi(i)
	y, errY := strconv.Atoi(j)
	n := Node{x, y}
	if !ok || errX != nil || errY != nil || !n.inReach() {
		return Node{}, fmt.Errorf("%.40q: want a node such as 3,-2", w)
	}
	return n, nil
}

func parsePiece(w string) (Piece, error) {
	from, to, wall := strings.Cut(w, ">")
	a, err := parseNode(from)
	if err != nil || !wall {
		return TowerAt(a), err
	}
	b, err := parseNode(to)
	return WallBetween(a, b), err
}

func parseClaim(w string) (Claim, error) {
	rest, double := strings.CutSuffix(w, "*")
	rest, stays := strings.CutSuffix(rest, "=")
	x, y, ok := strings.Cut(rest, ",")
	i, errI := strconv.ParseFloat(x, 64)
	j, errJ := strconv.ParseFloat(y, 64)
	if !ok || errI != nil || errJ != nil || !withinReach([2]float64{i, j}) {
		return Claim{}, fmt.Errorf("%.40q: want a claim such as 0.5,1 or 0.5,1=*", w)
	}
	c := Claim{At: [2]float64{i, j}, Keep: NewKeep, Count: keepCount(double)}
	if stays {
		c.Keep = StaysKeep
	}
	return c, nil
}

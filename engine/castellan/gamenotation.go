package castellan

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

var notationKeywords = []string{"play", "take", "build", "pass", "claim", "draw", "undo", "end", "correct", "next"}

// Notation writes the record for people to read. It is an error if a name of a player or card cannot be written.
func (r Record) Notation() (string, error) {
	var b strings.Builder
	for _, name := range r.names() {
		if !isColour(name) || slices.Contains(notationKeywords, strings.ToLower(name)) {
			return "", fmt.Errorf("the name %.40q cannot be written in the notation", name)
		}
	}
	fmt.Fprintf(&b, "[Players %s]\n[First %s]\n[Cards %s]\n", strings.Join(r.Start.Players, " "), r.Start.First, r.Start.Cards)
	if len(r.Start.Readings) > 0 {
		b.WriteString("[Ruleset")
		for _, name := range slices.Sorted(maps.Keys(r.Start.Readings)) {
			fmt.Fprintf(&b, " %s=%s", name, yesOrNo[r.Start.Readings[name]])
		}
		b.WriteString("]\n")
	}
	for _, c := range r.Start.Deck {
		fmt.Fprintf(&b, "[Card %s %s %s +%d]\n", c.ID, c.Back, supplyMark(c.Pieces()), c.Draw)
	}
	for _, player := range r.Start.Players {
		if piles, ok := r.Start.Piles[player]; ok {
			fmt.Fprintf(&b, "[Pile %s wall %s]\n", player, strings.Join(piles.Wall, " "))
			fmt.Fprintf(&b, "[Pile %s tower %s]\n", player, strings.Join(piles.Tower, " "))
		}
	}
	b.WriteByte('\n')
	for k, a := range r.Actions {
		text, err := a.notation(r.Start.Players)
		if err != nil {
			return "", fmt.Errorf("turns/%d: %w", k, err)
		}
		fmt.Fprintf(&b, "%d. %s\n", k+1, text)
	}
	return b.String(), nil
}

var yesOrNo = map[bool]string{false: "no", true: "yes"}

// names are all that must be words of the notation.
func (r Record) names() []string {
	names := append([]string{r.Start.First}, r.Start.Players...)
	names = slices.AppendSeq(names, maps.Keys(r.Start.Readings))
	for _, c := range r.Start.Deck {
		names = append(names, c.ID)
	}
	for _, a := range r.Actions {
		if a.Turn != nil {
			names = append(append(names, a.Turn.Player), a.Turn.Play...)
		}
	}
	return names
}

func (a Action) notation(players []string) (string, error) {
	switch {
	case a.Turn != nil:
		return a.Turn.notation(), nil
	case a.Undo:
		return "undo", nil
	case a.End:
		return "end", nil
	}
	s := a.Correct.Castle
	s.Players = players
	rows, err := s.notation(DefaultRules())
	if err != nil {
		return "", err
	}
	var corner Node
	for k, m := range s.nodes() {
		if k == 0 {
			corner = m
		}
		corner = Node{min(corner.I, m.I), min(corner.J, m.J)}
	}
	text := fmt.Sprintf("correct %d,%d %s", corner.I, corner.J, rows)
	if a.Correct.Next != "" {
		text += " next " + a.Correct.Next
	}
	return text, nil
}

// nodes are those at which the notation writes something.
func (s Setup) nodes() []Node {
	nodes := slices.Clone(s.Towers)
	for _, w := range s.Walls {
		nodes = append(nodes, slices.MinFunc([]Node{w.From, w.To}, CompareNodes))
	}
	return nodes
}

func (t Turn) notation() string {
	words := []string{t.Player}
	add := func(keyword string, n int, word func(k int) string) {
		if n == 0 {
			return
		}
		words = append(words, keyword)
		for k := range n {
			words = append(words, word(k))
		}
	}
	add("play", len(t.Play), func(k int) string { return t.Play[k] })
	if t.Pieces != nil {
		words = append(words, "take", supplyMark(*t.Pieces))
	}
	add("build", len(t.Build), func(k int) string { return t.Build[k].mark() })
	if t.Pass != (Supply{}) {
		words = append(words, "pass", supplyMark(t.Pass))
	}
	add("claim", len(t.Claims), func(k int) string { return t.Claims[k].mark() })
	add("draw", len(t.Draw), func(k int) string { return t.Draw[k][:1] })
	return strings.Join(words, " ")
}

func supplyMark(s Supply) string {
	var text []byte
	for _, kind := range supplyLetters {
		if n := s.Of(kind.kind); n != 0 {
			text = append(strconv.AppendInt(text, int64(n), 10), kind.letter)
		}
	}
	if len(text) == 0 {
		return "0"
	}
	return string(text)
}

var supplyLetters = []struct {
	letter byte
	kind   Kind
}{{'T', Tower}, {'L', LongWall}, {'S', ShortWall}}

func (p Piece) mark() string {
	if p.Tower {
		return p.From.mark()
	}
	return p.From.mark() + ">" + p.To.mark()
}

func (n Node) mark() string { return fmt.Sprintf("%d,%d", n.I, n.J) }

func (c Claim) mark() string {
	text := strconv.FormatFloat(c.At[0], 'g', -1, 64) + "," + strconv.FormatFloat(c.At[1], 'g', -1, 64)
	if c.Keep == StaysKeep {
		text += "="
	}
	if c.Count == doubleKeep {
		text += "*"
	}
	return text
}

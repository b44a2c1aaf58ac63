package castellan

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

const wallMarks = `-='"` // by axis, then kind

// Notation writes the setup canonically: two setups of the same pieces, one slid or turned by quarter turns, have the same
// notation. Players without a keep, the order of the players and repetitions of a piece are lost. It is an error if a wall
// is neither short nor long or a colour cannot be written.
func (s Setup) Notation(rules Ruleset) (string, error) {
	best := ""
	for turn := range directions {
		text, err := s.turned(turn).notation(rules)
		if err != nil {
			return "", err
		}
		if turn == 0 || cmp.Or(cmp.Compare(len(text), len(best)), cmp.Compare(text, best)) < 0 {
			best = text
		}
	}
	return best, nil
}

// turned is the setup after so many quarter turns about the origin, counter-clockwise.
func (s Setup) turned(quarters int) Setup {
	t := Setup{Players: s.Players, Towers: slices.Clone(s.Towers), Walls: slices.Clone(s.Walls), Keeps: slices.Clone(s.Keeps)}
	turn := func(n Node) Node { return Node{-n.J, n.I} }
	for range quarters {
		for k, n := range t.Towers {
			t.Towers[k] = turn(n)
		}
		for k, w := range t.Walls {
			t.Walls[k] = Wall{turn(w.From), turn(w.To)}
		}
		for k, keep := range t.Keeps {
			t.Keeps[k].At = [2]float64{-keep.At[1], keep.At[0]}
		}
	}
	return t
}

// mark is what the notation says of one node.
type mark struct {
	at    Node
	tower bool
	walls [axes * wallKinds]bool
}

func (s Setup) notation(rules Ruleset) (string, error) {
	marks, err := s.marks(rules.Set)
	if err != nil {
		return "", err
	}
	keeps, err := s.keepMarks(rules)
	if err != nil {
		return "", err
	}
	var corner Node
	if len(marks) > 0 {
		corner = Node{marks[0].at.I, marks[len(marks)-1].at.J}
		for _, m := range marks {
			corner.I = min(corner.I, m.at.I)
		}
	}
	var b strings.Builder
	for k, m := range marks {
		column := m.at.I - corner.I
		if k > 0 && marks[k-1].at.J == m.at.J {
			column = m.at.I - marks[k-1].at.I - 1
		} else if k > 0 {
			writeBreaks(&b, marks[k-1].at.J-m.at.J)
		}
		m.write(&b, column)
	}
	for _, k := range keeps {
		star := ""
		if k.double {
			star = "*"
		}
		fmt.Fprintf(&b, " %s%s@%d,%d", k.color, star, k.at.I-corner.I, k.at.J-corner.J)
	}
	return b.String(), nil
}

func writeBreaks(b *strings.Builder, n int) {
	if n < 3 {
		b.WriteString("//"[:n])
		return
	}
	fmt.Fprintf(b, "%%%d", n)
}

func (m mark) write(b *strings.Builder, gap int) {
	if gap > 0 {
		b.WriteString(strconv.Itoa(gap))
	}
	if m.tower {
		b.WriteByte('o')
	} else {
		b.WriteByte('.')
	}
	for k, there := range m.walls {
		if there {
			b.WriteByte(wallMarks[k])
		}
	}
}

// marks lists the nodes at which something begins, the northernmost row first, from west to east.
func (s Setup) marks(set PieceSet) ([]mark, error) {
	found := make(map[Node]*mark)
	at := func(n Node) *mark {
		if found[n] == nil {
			found[n] = &mark{at: n}
		}
		return found[n]
	}
	for k, n := range s.Towers {
		if !n.inReach() {
			return nil, fmt.Errorf("towers/%d: %w", k, errFar)
		}
		at(n).tower = true
	}
	for k, w := range s.Walls {
		if code, bad := shapeFault(set, w); bad {
			return nil, fmt.Errorf("walls/%d: the notation has no sign for such a wall (%s)", k, code)
		}
		p := shape(set, w)
		at(p.at.node()).walls[int(p.axis)*wallKinds+int(p.kind)] = true
	}
	marks := make([]mark, 0, len(found))
	for _, m := range found {
		marks = append(marks, *m)
	}
	slices.SortFunc(marks, func(a, b mark) int {
		return cmp.Or(cmp.Compare(b.at.J, a.at.J), cmp.Compare(a.at.I, b.at.I))
	})
	return marks, nil
}

// keepMark is a keep with the unit square it is written in.
type keepMark struct {
	color  string
	double bool
	at     Node
}

// keepMarks sorts the keeps. In a castle without faults they are those of the courtyards, otherwise they stay where they are.
func (s Setup) keepMarks(rules Ruleset) ([]keepMark, error) {
	if len(s.Keeps) == 0 {
		return nil, nil
	}
	var marks []keepMark
	e := Evaluate(s, rules)
	faulty := func(v Violation) bool { return v.Code != CodeSupplyExceeded }
	if !slices.ContainsFunc(e.Violations, faulty) {
		for _, c := range e.Courtyards {
			if c.Owner != "" {
				marks = append(marks, keepMark{c.Owner, c.Double, slices.MinFunc(c.Outline, CompareNodes)})
			}
		}
	} else {
		for k, keep := range s.Keeps {
			if !withinReach(keep.At) {
				return nil, fmt.Errorf("keeps/%d: %w", k, errFar)
			}
			at := Node{int(math.Floor(keep.At[0])), int(math.Floor(keep.At[1]))}
			marks = append(marks, keepMark{keep.Color, keep.Count == doubleKeep, at})
		}
	}
	for _, m := range marks {
		if !isColour(m.color) {
			return nil, fmt.Errorf("the colour %.40q cannot be written in the notation", m.color)
		}
	}
	slices.SortFunc(marks, func(a, b keepMark) int {
		return cmp.Or(cmp.Compare(a.color, b.color), CompareNodes(a.at, b.at), cmp.Compare(keepCount(a.double), keepCount(b.double)))
	})
	return marks, nil
}

func keepCount(double bool) int {
	if double {
		return doubleKeep
	}
	return 1
}

func isColour(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
}

// ParseNotation reads a castle's notation for a piece set. The players of the setup are the colours of the keeps, sorted;
// each keep stands in the middle of its square.
func ParseNotation(text string, set PieceSet) (Setup, error) {
	fields := strings.Fields(text)
	s := Setup{Players: []string{}, Towers: []Node{}, Walls: []Wall{}, Keeps: []Keep{}}
	if len(fields) > 0 && !strings.Contains(fields[0], "@") {
		if err := s.parseRows(fields[0], set); err != nil {
			return Setup{}, err
		}
		fields = fields[1:]
	}
	for _, field := range fields {
		k, err := parseKeep(field)
		if err != nil {
			return Setup{}, err
		}
		s.Keeps = append(s.Keeps, k)
		if !slices.Contains(s.Players, k.Color) {
			s.Players = append(s.Players, k.Color)
		}
	}
	slices.Sort(s.Players)
	return s, nil
}

var errBeyond = errors.New("the castle reaches too far")

func (s *Setup) parseRows(text string, set PieceSet) error {
	towers := make(map[Node]bool)
	walls := make(map[Wall]bool)
	at := Node{I: -1} // the node last read
	for k := 0; k < len(text); {
		c := text[k]
		k++
		number := func() (int, error) {
			start := k
			for k < len(text) && text[k] >= '0' && text[k] <= '9' {
				k++
			}
			n, err := strconv.Atoi(text[start:k])
			if err != nil || n > MaxCoordinate {
				return 0, fmt.Errorf("at character %d: want a number up to %d", start+1, MaxCoordinate)
			}
			return n, nil
		}
		switch {
		case c >= '0' && c <= '9':
			k--
			n, err := number()
			if err != nil {
				return err
			}
			at.I += n
		case c == '/':
			at = Node{-1, at.J - 1}
		case c == '%':
			n, err := number()
			if err != nil {
				return err
			}
			at = Node{-1, at.J - n}
		case c == '.', c == 'o', c == 'O':
			at.I++
			if c != '.' && !towers[at] {
				towers[at] = true
				s.Towers = append(s.Towers, at)
			}
		case strings.IndexByte(wallMarks, c) >= 0 && at.I >= 0 && strings.IndexByte(`.oO-='"`, text[k-2]) >= 0:
			w := wallOf(at, strings.IndexByte(wallMarks, c), set)
			if !walls[w] {
				walls[w] = true
				s.Walls = append(s.Walls, w)
			}
		default:
			return fmt.Errorf("at character %d: %q has no meaning there", k, c)
		}
		if at.I > MaxCoordinate || at.J < -MaxCoordinate {
			return errBeyond
		}
	}
	s.lift(-at.J)
	for _, w := range s.Walls {
		if !w.To.inReach() {
			return errBeyond
		}
	}
	return nil
}

// lift moves all pieces north, so that the last row becomes row 0.
func (s *Setup) lift(rows int) {
	for k := range s.Towers {
		s.Towers[k].J += rows
	}
	for k := range s.Walls {
		s.Walls[k].From.J += rows
		s.Walls[k].To.J += rows
	}
}

func wallOf(from Node, mark int, set PieceSet) Wall {
	length := set.length(Kind(mark % wallKinds))
	if direction(mark/wallKinds) == north {
		return Wall{from, Node{from.I, from.J + length}}
	}
	return Wall{from, Node{from.I + length, from.J}}
}

func parseKeep(field string) (Keep, error) {
	color, place, ok := strings.Cut(field, "@")
	color, double := strings.CutSuffix(color, "*")
	i, j, both := strings.Cut(place, ",")
	x, errX := strconv.Atoi(i)
	y, errY := strconv.Atoi(j)
	at := Node{x, y}
	if !ok || !both || !isColour(color) || errX != nil || errY != nil || !at.inReach() {
		return Keep{}, fmt.Errorf("%.40q: want a keep such as red@3,2 or red*@3,2", field)
	}
	return Keep{Color: color, At: [2]float64{float64(x) + .5, float64(y) + .5}, Count: keepCount(double)}, nil
}

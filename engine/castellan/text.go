package castellan

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// violation builds a violation of the setup with its sentence.
func (h *heap) violation(code Code, pieces ...PieceRef) Violation {
	return Violation{Code: code, Pieces: pieces, Text: h.setup.sentence(h.geo.set, code, pieces)}
}

// sentence says for people what a violation means.
func (s *Setup) sentence(set PieceSet, code Code, pieces []PieceRef) string {
	first := s.describe("The", pieces[0])
	second := ""
	if len(pieces) > 1 {
		second = s.describe("the", pieces[1])
	}
	switch code {
	case CodeOffAxis:
		return first + " stands askew: walls meet at right angles only."
	case CodeBadLength:
		return fmt.Sprintf("%s is neither short (%d) nor long (%d).", first, set.Short, set.Long)
	case CodeOutOfReach:
		return first + " is too far away to be part of a castle."
	case CodeDuplicate:
		return s.describe("The", pieces[1]) + " is there twice."
	case CodeOverlap:
		return first + " and " + second + " take the same place."
	case CodeNoRoomForTower:
		return first + " and " + second + " leave no room for a tower at a wall's end."
	case CodeOpenEndsMeet:
		return first + " and " + second + " meet without a tower."
	case CodeDisconnected:
		if len(pieces) == 1 {
			return first + " is not joined to the castle."
		}
		return fmt.Sprintf("%s and %d more pieces are not joined to the castle.", first, len(pieces)-1)
	case CodeKeepOutsideCourtyard:
		return first + " stands in no courtyard."
	case CodeTwoOwners:
		return first + " and " + second + " stand in one courtyard: it can have one owner only."
	case CodeDoubleKeepTwice:
		return fmt.Sprintf("%s has %d double keeps; only one is allowed in a game.",
			sentenceCase(s.Keeps[pieces[0].Index].Color), len(pieces))
	}
	return string(code)
}

// describe names a piece after an article.
func (s *Setup) describe(article string, r PieceRef) string {
	switch r.List {
	case Towers:
		return article + " tower at " + s.Towers[r.Index].text()
	case Walls:
		w := s.Walls[r.Index]
		return article + " wall from " + w.From.text() + " to " + w.To.text()
	case Keeps:
		k := s.Keeps[r.Index]
		name := "keep"
		if k.Count == doubleKeep {
			name = "double keep"
		}
		return fmt.Sprintf("%s %s %s at (%g, %g)", article, k.Color, name, k.At[0], k.At[1])
	}
	return r.String()
}

func (n Node) text() string { return "(" + strconv.Itoa(n.I) + ", " + strconv.Itoa(n.J) + ")" }

// sentenceCase begins with a capital letter. A colour may begin with any.
func sentenceCase(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:size]) + s[size:]
}

func supplySentence(kind Kind, used, box, players int) string {
	return fmt.Sprintf("There are %d %s, but the box for %d players holds %d.", used, pluralNames[kind], players, box)
}

var pluralNames = [allKinds]string{Tower: "towers", LongWall: "long walls", ShortWall: "short walls"}

// String counts the pieces for people.
func (s Supply) String() string {
	return fmt.Sprintf("%d towers, %d long and %d short walls", s.Towers, s.Long, s.Short)
}

package castellan

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// scanCastle reads a castle file without taking it apart into tokens, for the sake of large castles. It reports false for
// all that is not written as usual: as Encode does, give or take white space and the order of the file's fields. Then
// decodeContent has the word, which knows all of JSON and tells what is wrong.
func scanCastle(content []byte) (castleFile, bool) {
	s := scanner{json: content}
	var f castleFile
	if !s.take('{') {
		return f, false
	}
	for more := true; more; more = s.take(',') {
		var name string
		if !s.text(&name) || !s.take(':') || !s.field(&f, name) {
			return f, false
		}
	}
	if !s.take('}') {
		return f, false
	}
	s.skipSpace()
	return f, s.at == len(content)
}

// scanner walks through a text that may be JSON. Its methods read what their names say, after white space. They report false
// where something else is there; then the scanner is of no further use, unless it was take that was asked.
type scanner struct {
	json []byte
	at   int
	word string // the string read last; the next one is often the same
}

// field reads a field of the file that has not been there before.
func (s *scanner) field(f *castleFile, name string) bool {
	switch {
	case name == "schema" && f.Schema.found == "":
		return s.text(&f.Schema.found) && f.Schema.found == CastleSchema
	case name == "players" && f.Players == nil:
		return scanList(s, &f.Players, func(p *string, s *scanner) bool { return s.text(p) })
	case name == "towers" && f.Towers == nil:
		f.Towers = new(list[Node, *Node])
		return scanList(s, (*[]Node)(f.Towers), (*Node).scan)
	case name == "walls" && f.Walls == nil:
		f.Walls = new(list[Wall, *Wall])
		return scanList(s, (*[]Wall)(f.Walls), (*Wall).scan)
	case name == "keeps" && f.Keeps == nil:
		return scanList(s, (*[]Keep)(&f.Keeps), (*Keep).scan)
	}
	return false
}

func scanList[T any](s *scanner, into *[]T, scan func(*T, *scanner) bool) bool {
	*into = []T{}
	if !s.take('[') {
		return false
	}
	if s.take(']') {
		return true
	}
	for more := true; more; more = s.take(',') {
		if len(*into) == maxPieces {
			return false
		}
		if len(*into) == cap(*into) {
			*into = slices.Grow(*into, max(16, len(*into)))
		}
		*into = append(*into, *new(T))
		if !scan(&(*into)[len(*into)-1], s) {
			return false
		}
	}
	return s.take(']')
}

func (n *Node) scan(s *scanner) bool {
	return s.take('[') && s.whole(&n.I) && s.take(',') && s.whole(&n.J) && s.take(']')
}

func (w *Wall) scan(s *scanner) bool {
	return s.take('{') && s.name("from") && w.From.scan(s) && s.take(',') && s.name("to") && w.To.scan(s) && s.take('}')
}

func (k *Keep) scan(s *scanner) bool {
	return s.take('{') && s.name("color") && s.text(&k.Color) && s.take(',') &&
		s.name("at") && s.take('[') && s.decimal(&k.At[0]) && s.take(',') && s.decimal(&k.At[1]) && s.take(']') && s.take(',') &&
		s.name("count") && s.whole(&k.Count) && s.take('}') && checkCount(k.Count) == nil
}

// peek gives the next character, and 0 at the end.
func (s *scanner) peek() byte {
	if s.at == len(s.json) {
		return 0
	}
	return s.json[s.at]
}

func (s *scanner) skipSpace() {
	for c := s.peek(); c == ' ' || c == '\n' || c == '\t' || c == '\r'; c = s.peek() {
		s.at++
	}
}

// take goes past white space, and past one character if it stands there.
func (s *scanner) take(want byte) bool {
	s.skipSpace()
	if s.peek() != want {
		return false
	}
	s.at++
	return true
}

// name reads the given name of a member of an object, and the colon.
func (s *scanner) name(want string) bool {
	if !s.take('"') {
		return false
	}
	end := s.at + len(want)
	if end > len(s.json) || string(s.json[s.at:end]) != want {
		return false
	}
	s.at = end
	return s.peek() == '"' && s.take('"') && s.take(':')
}

// text reads a string without escapes.
func (s *scanner) text(into *string) bool {
	if !s.take('"') {
		return false
	}
	start := s.at
	for c := s.peek(); c != '"'; c = s.peek() {
		if c < ' ' || c == '\\' {
			return false
		}
		s.at++
	}
	if text := s.json[start:s.at]; string(text) != s.word {
		s.word = string(text)
	}
	*into = s.word
	s.at++
	return utf8.ValidString(s.word)
}

// whole reads a whole number up to MaxCoordinate, without fraction and exponent.
func (s *scanner) whole(into *int) bool {
	negative := s.take('-')
	n, ok := s.digits()
	*into = n
	if negative {
		*into = -n
	}
	return ok
}

// digits reads a number up to MaxCoordinate that has no needless zero before it.
func (s *scanner) digits() (int, bool) {
	start, n := s.at, 0
	for c := s.peek() - '0'; c <= 9 && n <= MaxCoordinate; c = s.peek() - '0' {
		n = 10*n + int(c)
		s.at++
	}
	length := s.at - start
	return n, length > 0 && n <= MaxCoordinate && (length == 1 || s.json[start] != '0')
}

// decimal reads a number without exponent.
func (s *scanner) decimal(into *float64) bool {
	negative := s.take('-')
	start := s.at
	if _, ok := s.digits(); !ok {
		return false
	}
	if s.peek() == '.' {
		s.at++
		point := s.at
		for c := s.peek() - '0'; c <= 9; c = s.peek() - '0' {
			s.at++
		}
		if s.at == point {
			return false
		}
	}
	x, err := strconv.ParseFloat(string(s.json[start:s.at]), 64)
	if *into = x; negative {
		*into = -x
	}
	return err == nil
}

package castellan

import (
	"bytes"
	"strconv"
)

// scanner walks through valid JSON without taking it apart into tokens. Its methods report false where what they look for is
// not there or not written as usual; then it is of no further use, unless it was take that was asked.
type scanner struct {
	json []byte
	at   int
	word string // the string read last; the next one is often the same
}

// take goes past white space, and past one character if it stands there.
func (s *scanner) take(c byte) bool {
	for s.json[s.at] <= ' ' {
		s.at++
	}
	if s.json[s.at] != c {
		return false
	}
	s.at++
	return true
}

// name reads the given name of a member of an object, and the colon.
func (s *scanner) name(want string) bool {
	if !s.take('"') || !bytes.HasPrefix(s.json[s.at:], []byte(want)) {
		return false
	}
	s.at += len(want)
	return s.take('"') && s.take(':')
}

// text reads a string without escapes.
func (s *scanner) text(into *string) bool {
	if !s.take('"') {
		return false
	}
	text := s.json[s.at:]
	text = text[:bytes.IndexByte(text, '"')]
	if string(text) != s.word {
		s.word = string(text)
	}
	*into = s.word
	s.at += len(text) + 1
	return bytes.IndexByte(text, '\\') < 0
}

// whole reads a whole number up to MaxCoordinate, without fraction and exponent.
func (s *scanner) whole(into *int) bool {
	sign := 1
	if s.take('-') {
		sign = -1
	}
	start, n := s.at, 0
	for c := s.json[s.at] - '0'; c <= 9 && n <= MaxCoordinate; c = s.json[s.at] - '0' {
		n = 10*n + int(c)
		s.at++
	}
	*into = sign * n
	return s.at > start && n <= MaxCoordinate
}

// number reads any number.
func (s *scanner) number(into *float64) bool {
	start := s.at
	for c := s.json[s.at]; c != ',' && c != ']' && c != '}'; c = s.json[s.at] {
		s.at++
	}
	x, err := strconv.ParseFloat(string(bytes.TrimSpace(s.json[start:s.at])), 64)
	*into = x
	return err == nil
}

func (n *Node) scan(s *scanner) bool {
	return s.take('[') && s.whole(&n.I) && s.take(',') && s.whole(&n.J) && s.take(']')
}

func (w *Wall) scan(s *scanner) bool {
	return s.take('{') && s.name("from") && w.From.scan(s) && s.take(',') && s.name("to") && w.To.scan(s) && s.take('}')
}

func (k *Keep) scan(s *scanner) bool {
	return s.take('{') && s.name("color") && s.text(&k.Color) && s.take(',') &&
		s.name("at") && s.take('[') && s.number(&k.At[0]) && s.take(',') && s.number(&k.At[1]) && s.take(']') && s.take(',') &&
		s.name("count") && s.whole(&k.Count) && s.take('}') && checkCount(k.Count) == nil
}

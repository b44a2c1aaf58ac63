package castellan

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// list reads a JSON list of pieces, up to maxPieces. Pieces that are written as Encode writes them, give or take white
// space, are scanned, for the sake of large castles. Where one is not, the list is read again token by token, which takes
// all of JSON and tells what is wrong.
type list[T any, P listed[T]] []T

type listed[T any] interface {
	*T
	json.UnmarshalerFrom
	scan(s *scanner) bool
}

var errList = errors.New("want a list")

// UnmarshalJSONFrom reads [piece,...].
func (l *list[T, P]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	v, err := d.ReadValue()
	switch {
	case err != nil:
		return err
	case v.Kind() != '[':
		return &json.SemanticError{JSONPointer: d.StackPointer(), Err: errList}
	case l.scan(v):
		return nil
	}
	return l.decode(v, d.StackPointer())
}

// scan reports false where something is not written as usual.
func (l *list[T, P]) scan(v jsontext.Value) bool {
	*l = list[T, P]{}
	s := scanner{json: v}
	if !s.take('[') {
		return false
	}
	if s.take(']') {
		return true
	}
	for len(*l) < maxPieces {
		*l = append(*l, *new(T))
		if !P(&(*l)[len(*l)-1]).scan(&s) {
			return false
		}
		if len(*l) == 1 { // the others may well be written as long as the first
			*l = slices.Grow(*l, min(len(v)/s.at, maxPieces))
		}
		if !s.take(',') {
			return s.take(']')
		}
	}
	return false
}

// decode reads a valid JSON list that was found at the given place of a file.
func (l *list[T, P]) decode(v jsontext.Value, where jsontext.Pointer) error {
	*l = list[T, P]{}
	d := jsontext.NewDecoder(bytes.NewBuffer(v))
	if err := readKind(d, '[', errList); err != nil {
		return err
	}
	for d.PeekKind() != ']' {
		if len(*l) == maxPieces {
			return &json.SemanticError{JSONPointer: where, Err: fmt.Errorf("there are more than %d", maxPieces)}
		}
		*l = append(*l, *new(T))
		if err := P(&(*l)[len(*l)-1]).UnmarshalJSONFrom(d); err != nil {
			return placed(err, where, d)
		}
	}
	return nil
}

// placed notes with an error where in the file it is about. Where the error does not know, it is about the value last read.
func placed(err error, where jsontext.Pointer, d *jsontext.Decoder) error {
	var semantic *json.SemanticError
	if !errors.As(err, &semantic) {
		return &json.SemanticError{JSONPointer: where + d.StackPointer(), Err: err}
	}
	there := *semantic
	there.JSONPointer = where + semantic.JSONPointer
	return &there
}

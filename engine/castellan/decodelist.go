package castellan

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// list reads a JSON list of pieces, up to maxPieces.
type list[T any, P interface {
	*T
	json.UnmarshalerFrom
}] []T

// UnmarshalJSONFrom reads [piece,...].
func (l *list[T, P]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if err := readKind(d, '[', errList); err != nil {
		return err
	}
	*l = list[T, P]{}
	for d.PeekKind() != ']' {
		if len(*l) == maxPieces {
			return fmt.Errorf("there are more than %d", maxPieces)
		}
		*l = append(*l, *new(T))
		if err := P(&(*l)[len(*l)-1]).UnmarshalJSONFrom(d); err != nil {
			return placed(d, err)
		}
	}
	return readKind(d, ']', errList)
}

// placed notes with an error of ours where in the file it is about: at the value last read.
func placed(d *jsontext.Decoder, err error) error {
	var semantic *json.SemanticError
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &semantic) || errors.As(err, &syntactic) {
		return err
	}
	return &json.SemanticError{JSONPointer: d.StackPointer(), Err: err}
}

var errList = errors.New("want a list")

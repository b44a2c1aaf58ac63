package castellan

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// misfit reads past a value of a wrong kind, so that the error is about that value.
func misfit(d *jsontext.Decoder, err error) error {
	if err := d.SkipValue(); err != nil {
		return err
	}
	return err
}

// UnmarshalJSONFrom reads [i,j].
func (n *Node) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if err := readKind(d, '[', errNode); err != nil {
		return err
	}
	for _, c := range [2]*int{&n.I, &n.J} {
		if d.PeekKind() == ']' {
			return cmp.Or(readKind(d, ']', errNode), errNode) // the list as a whole is at fault
		}
		v, err := d.ReadValue()
		if err != nil {
			return err
		}
		if *c, err = wholeNumber(v); err != nil {
			return err
		}
	}
	return readKind(d, ']', errNode)
}

var errNode = errors.New("want a lattice node: two whole numbers [i,j]")

// readKind reads a token that must be of the given kind.
func readKind(d *jsontext.Decoder, k jsontext.Kind, otherwise error) error {
	t, err := d.ReadToken()
	if err != nil {
		return err
	}
	if t.Kind() != k {
		return otherwise
	}
	return nil
}

// wholeNumber takes 2 and also 2.0, which some programs write.
func wholeNumber(v jsontext.Value) (int, error) {
	if v.Kind() != '0' {
		return 0, errNode
	}
	n, err := strconv.Atoi(string(v))
	if err != nil {
		f, ferr := strconv.ParseFloat(string(v), 64)
		if ferr != nil || f != math.Trunc(f) {
			return 0, errNode
		}
		if math.Abs(f) > MaxCoordinate {
			return 0, errFar
		}
		n = int(f)
	}
	if n > MaxCoordinate || n < -MaxCoordinate {
		return 0, errFar
	}
	return n, nil
}

var errFar = fmt.Errorf("a coordinate is beyond %d", MaxCoordinate)

// UnmarshalJSONFrom reads {"from":[i,j],"to":[i,j]}.
func (w *Wall) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if err := readKind(d, '{', errWall); err != nil {
		return err
	}
	var from, to bool
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		switch name.String() {
		case "from":
			from = true
			err = w.From.UnmarshalJSONFrom(d)
		case "to":
			to = true
			err = w.To.UnmarshalJSONFrom(d)
		default:
			err = d.SkipValue()
		}
		if err != nil {
			return err
		}
	}
	if err := readKind(d, '}', errWall); err != nil || from && to {
		return err
	}
	return errWall
}

var errWall = errors.New(`want a wall with two ends: {"from":[i,j],"to":[i,j]}`)

// UnmarshalJSONFrom reads {"color":"red","at":[x,y],"count":1}; without a count it is one keep.
func (k *Keep) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var f struct {
		Color *string     `json:"color"`
		At    *[2]float64 `json:"at"`
		Count *int        `json:"count"`
	}
	if d.PeekKind() != '{' {
		return misfit(d, errKeep)
	}
	if err := json.UnmarshalDecode(d, &f); err != nil {
		return err
	}
	if f.Color == nil || f.At == nil {
		return errKeep
	}
	*k = Keep{Color: *f.Color, At: *f.At, Count: 1}
	if f.Count != nil {
		k.Count = *f.Count
	}
	return checkCount(k.Count)
}

func checkCount(count int) error {
	if count != 1 && count != doubleKeep {
		return fmt.Errorf("the count of a keep is 1, or 2 for a double keep, not %d", count)
	}
	return nil
}

var errKeep = errors.New(`want a keep: {"color":"red","at":[x,y],"count":1}`)

// UnmarshalJSONFrom reads {"tower":[i,j]} or {"wall":{"from":[i,j],"to":[i,j]}}.
func (p *Piece) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '{' {
		return misfit(d, errPiece)
	}
	var f struct {
		Tower *Node `json:"tower"`
		Wall  *Wall `json:"wall"`
	}
	if err := json.UnmarshalDecode(d, &f); err != nil {
		return err
	}
	switch {
	case f.Tower != nil && f.Wall == nil:
		*p = TowerAt(*f.Tower)
	case f.Wall != nil && f.Tower == nil:
		*p = WallBetween(f.Wall.From, f.Wall.To)
	default:
		return errPiece
	}
	return nil
}

var errPiece = errors.New(`want a piece: {"tower":[i,j]} or {"wall":{"from":[i,j],"to":[i,j]}}`)

// UnmarshalJSONFrom reads {"at":[x,y],"keep":"new","count":1}; without a count it is one keep.
func (c *Claim) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '{' {
		return misfit(d, errClaim)
	}
	var f struct {
		At    *[2]float64 `json:"at"`
		Keep  string      `json:"keep"`
		Count *int        `json:"count"`
	}
	if err := json.UnmarshalDecode(d, &f); err != nil {
		return err
	}
	if f.At == nil || f.Keep != NewKeep && f.Keep != StaysKeep {
		return errClaim
	}
	*c = Claim{At: *f.At, Keep: f.Keep, Count: 1}
	if f.Count != nil {
		c.Count = *f.Count
	}
	return checkCount(c.Count)
}

var errClaim = errors.New(`want a claim: {"at":[x,y],"keep":"new" or "stays","count":1}`)

// UnmarshalJSONFrom reads {"tower":1,"long":0,"short":2}.
func (s *Supply) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	type plain Supply
	if err := json.UnmarshalDecode(d, (*plain)(s)); err != nil {
		return err
	}
	if min(s.Towers, s.Long, s.Short) < 0 || max(s.Towers, s.Long, s.Short) > maxPieces {
		return fmt.Errorf("the counts %d, %d and %d are not numbers of pieces", s.Towers, s.Long, s.Short)
	}
	return nil
}

package castellan

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// CastleSchema names the format of castle files.
const CastleSchema = "castellan-castle/1"

// Limits of what is taken in, so that a small packed file cannot unpack into any amount of memory.
const (
	maxPieces = 4_000_000 // of a list
	maxBytes  = 512 << 20
)

type castleFile struct {
	Schema  schemaName         `json:"schema"`
	Players []string           `json:"players"`
	Towers  *list[Node, *Node] `json:"towers"`
	Walls   *list[Wall, *Wall] `json:"walls"`
	Keeps   list[Keep, *Keep]  `json:"keeps"`
}

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

// misfit reads past a value of a wrong kind, so that the error is about that value.
func misfit(d *jsontext.Decoder, err error) error {
	if err := d.SkipValue(); err != nil {
		return err
	}
	return err
}

var errList = errors.New("want a list")

// DecodeSetup reads a castle file (castellan-castle/1). Fields that it does not know are ignored. An error says in one
// sentence what is wrong and where: the field with its index, or the byte.
func DecodeSetup(r io.Reader) (Setup, error) {
	file := castleFile{Schema: schemaName{want: CastleSchema}}
	if err := decodeFile(r, &file); err != nil {
		return Setup{}, err
	}
	switch {
	case file.Schema.found == "":
		return Setup{}, errMissing("schema")
	case file.Players == nil:
		return Setup{}, errMissing("players")
	case file.Towers == nil:
		return Setup{}, errMissing("towers")
	case file.Walls == nil:
		return Setup{}, errMissing("walls")
	}
	if err := checkPlayers(file.Players); err != nil {
		return Setup{}, err
	}
	for k, keep := range file.Keeps {
		if !slices.Contains(file.Players, keep.Color) {
			return Setup{}, fmt.Errorf("keeps/%d/color: %q is not one of the players", k, keep.Color)
		}
	}
	return Setup{Players: file.Players, Towers: *file.Towers, Walls: *file.Walls, Keeps: file.Keeps}, nil
}

func errMissing(field string) error { return fmt.Errorf("%s: this field is missing", field) }

const minPlayers, maxPlayers = 2, 4

func checkPlayers(players []string) error {
	if len(players) < minPlayers || len(players) > maxPlayers {
		return fmt.Errorf("players: there are %d, want %d to %d", len(players), minPlayers, maxPlayers)
	}
	for k, p := range players {
		if p == "" {
			return fmt.Errorf("players/%d: the colour is empty", k)
		}
		if slices.Contains(players[:k], p) {
			return fmt.Errorf("players/%d: %q is there twice", k, p)
		}
	}
	return nil
}

// decodeFile reads one JSON value and nothing after it.
func decodeFile(r io.Reader, into any) error {
	limited := &limitedReader{r: r, left: maxBytes}
	d := jsontext.NewDecoder(limited)
	err := json.UnmarshalDecode(d, into)
	switch {
	case limited.err != nil:
		return limited.err
	case limited.left < 0:
		return fmt.Errorf("it is larger than %d MiB", maxBytes>>20)
	}
	if err == nil {
		if _, err = d.ReadToken(); errors.Is(err, io.EOF) {
			return nil
		} else if err == nil {
			return fmt.Errorf("byte %d: there is something after the end of the JSON value", d.InputOffset())
		}
	}
	return explain(err, "")
}

// limitedReader ends the stream once more than left bytes have been read, and then left is negative. It remembers an error
// of its reader, which the decoder wraps in words of its own.
type limitedReader struct {
	r    io.Reader
	left int
	err  error
}

func (l *limitedReader) Read(b []byte) (int, error) {
	if l.left < 0 {
		return 0, io.EOF
	}
	n, err := l.r.Read(b)
	l.left -= n
	if err != io.EOF {
		l.err = err
	}
	return n, err
}

// decodePart decodes a value that was found at the given place of a file.
func decodePart(raw rawJSON, where string, into any) error {
	if where != "" {
		where = "/" + where
	}
	return explain(json.Unmarshal(raw, into), jsontext.Pointer(where))
}

// explain turns the decoder's errors into sentences. They are about a value at the given place of a file.
func explain(err error, where jsontext.Pointer) error {
	var syntax *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &syntax) && errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%sthe JSON breaks off after %d bytes", field(where+syntax.JSONPointer), syntax.ByteOffset)
	case errors.As(err, &syntax):
		return fmt.Errorf("%sno valid JSON at byte %d: %w", field(where+syntax.JSONPointer), syntax.ByteOffset, syntax.Err)
	case errors.As(err, &semantic) && semantic.Err != nil:
		return fmt.Errorf("%s%w", field(where+semantic.JSONPointer), semantic.Err)
	case errors.As(err, &semantic):
		return fmt.Errorf("%sa JSON %s does not belong here", field(where+semantic.JSONPointer), kindName(semantic.JSONKind))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("there is no JSON in it")
	}
	return err
}

// field writes a JSON pointer the way pieces are named: "walls/3/from: ".
func field(p jsontext.Pointer) string {
	if p == "" {
		return ""
	}
	return string(p[1:]) + ": "
}

func kindName(k jsontext.Kind) string {
	names := map[jsontext.Kind]string{
		'n': "null", 'f': "false", 't': "true", '"': "string", '0': "number", '{': "object", '[': "list",
	}
	return names[k]
}

// schemaName refuses a file of another schema as soon as it is seen.
type schemaName struct{ want, found string }

// UnmarshalJSONFrom reads the schema's name.
func (s *schemaName) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	t, err := d.ReadToken()
	if err != nil {
		return err
	}
	if t.Kind() != '"' || t.String() != s.want {
		return fmt.Errorf("this is %s, want %q", t.String(), s.want)
	}
	s.found = s.want
	return nil
}

// MarshalJSONTo writes the schema's name.
func (s schemaName) MarshalJSONTo(e *jsontext.Encoder) error {
	return e.WriteToken(jsontext.String(s.found))
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
		name, err := d.ReadValue()
		if err != nil {
			return err
		}
		switch string(name) {
		case `"from"`:
			from = true
			err = w.From.UnmarshalJSONFrom(d)
		case `"to"`:
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

package castellan

import (
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Encode writes the setup as a castle file (castellan-castle/1), with a line break at the end.
func (s Setup) Encode(w io.Writer) error {
	return encodeLine(w, struct {
		Schema string `json:"schema"`
		Setup
	}{CastleSchema, s})
}

// Encode writes the evaluation as JSON, as `castellan score --json` prints it, with a line break at the end.
func (e Evaluation) Encode(w io.Writer) error { return encodeLine(w, e) }

func encodeLine(w io.Writer, v any) error {
	enc := jsontext.NewEncoder(w)
	return json.MarshalEncode(enc, v, json.Deterministic(true))
}

// MarshalJSONTo writes the node as [i,j].
func (n Node) MarshalJSONTo(e *jsontext.Encoder) error {
	for _, t := range [4]jsontext.Token{jsontext.BeginArray, jsontext.Int(int64(n.I)), jsontext.Int(int64(n.J)), jsontext.EndArray} {
		if err := e.WriteToken(t); err != nil {
			return err
		}
	}
	return nil
}

// MarshalJSONTo writes the piece as {"tower":[i,j]} or {"wall":{"from":[i,j],"to":[i,j]}}.
func (p Piece) MarshalJSONTo(e *jsontext.Encoder) error {
	if p.Tower {
		return json.MarshalEncode(e, map[string]Node{"tower": p.From})
	}
	return json.MarshalEncode(e, map[string]Wall{"wall": {p.From, p.To}})
}

// MarshalJSON writes the piece as {"tower":[i,j]} or {"wall":{"from":[i,j],"to":[i,j]}}.
func (p Piece) MarshalJSON() ([]byte, error) { return json.Marshal(p) }

type courtyardJSON struct {
	Towers []Node  `json:"towers"`
	Area   int     `json:"area"`
	Value  int     `json:"value"`
	Owner  *string `json:"owner"`
	Double bool    `json:"double"`
}

// MarshalJSONTo writes the courtyard without its outline; the owner is null without a keep.
func (c Courtyard) MarshalJSONTo(e *jsontext.Encoder) error {
	out := courtyardJSON{Towers: c.Towers, Area: c.Area, Value: c.Value, Double: c.Double}
	if c.Owner != "" {
		out.Owner = &c.Owner
	}
	return json.MarshalEncode(e, out)
}

// MarshalJSON writes the courtyard without its outline; the owner is null without a keep.
func (c Courtyard) MarshalJSON() ([]byte, error) { return json.Marshal(c) }

type evaluationJSON struct {
	Courtyards []Courtyard    `json:"courtyards"`
	Scores     map[string]int `json:"scores"`
	Keeps      map[string]int `json:"keeps"`
	Winner     []string       `json:"winner"`
	Violations []Violation    `json:"violations"`
}

// MarshalJSONTo writes the evaluation as `castellan score --json` prints it.
func (e Evaluation) MarshalJSONTo(enc *jsontext.Encoder) error {
	return json.MarshalEncode(enc, evaluationJSON(e))
}

// MarshalJSON writes the evaluation as `castellan score --json` prints it.
func (e Evaluation) MarshalJSON() ([]byte, error) { return json.Marshal(e, json.Deterministic(true)) }

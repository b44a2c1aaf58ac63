package castellan

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"

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
func (e Evaluation) Encode(w io.Writer) error {
	middle, err := json.Marshal(countJSON{e.Scores, e.Keeps, e.Winner}, json.Deterministic(true))
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	// Of a large castle nearly all are courtyards or violations. They are written one by one, and not token by token.
	fmt.Fprint(out, `{"courtyards":[`)
	writeList(out, e.Courtyards, Courtyard.appendJSON)
	fmt.Fprintf(out, `],%s,"violations":[`, middle[len("{"):len(middle)-len("}")])
	writeList(out, e.Violations, Violation.appendJSON)
	fmt.Fprintln(out, "]}")
	return out.Flush() // which tells of every error before it
}

func writeList[T any](out *bufio.Writer, list []T, appendJSON func(T, []byte) []byte) {
	for k, v := range list {
		text := out.AvailableBuffer()
		if k > 0 {
			text = append(text, ',')
		}
		_, _ = out.Write(appendJSON(v, text))
	}
}

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

// appendJSON writes the courtyard without its outline; the owner is null without a keep.
func (c Courtyard) appendJSON(b []byte) []byte {
	b = append(b, `{"towers":[`...)
	for k, n := range c.Towers {
		if k > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, '['), int64(n.I), 10)
		b = append(strconv.AppendInt(append(b, ','), int64(n.J), 10), ']')
	}
	b = strconv.AppendInt(append(b, `],"area":`...), int64(c.Area), 10)
	b = strconv.AppendInt(append(b, `,"value":`...), int64(c.Value), 10)
	b = append(b, `,"owner":`...)
	if c.Owner == "" {
		b = append(b, "null"...)
	} else {
		b, _ = jsontext.AppendQuote(b, c.Owner) // what is wrong in UTF-8 is replaced
	}
	return append(strconv.AppendBool(append(b, `,"double":`...), c.Double), '}')
}

// MarshalJSON writes the courtyard without its outline; the owner is null without a keep.
func (c Courtyard) MarshalJSON() ([]byte, error) { return c.appendJSON(nil), nil }

func (v Violation) appendJSON(b []byte) []byte {
	b, _ = jsontext.AppendQuote(append(b, `{"code":`...), string(v.Code))
	b = append(b, `,"pieces":[`...)
	for k, piece := range v.Pieces {
		if k > 0 {
			b = append(b, ',')
		}
		b = append(piece.append(append(b, '"')), '"')
	}
	b, _ = jsontext.AppendQuote(append(b, `],"text":`...), v.Text)
	return append(b, '}')
}

// countJSON is an evaluation but for its courtyards and violations.
type countJSON struct {
	Scores map[string]int `json:"scores"`
	Keeps  map[string]int `json:"keeps"`
	Winner []string       `json:"winner"`
}

// MarshalJSON writes the evaluation as `castellan score --json` prints it.
func (e Evaluation) MarshalJSON() ([]byte, error) {
	var text bytes.Buffer
	err := e.Encode(&text)
	return text.Bytes(), err
}

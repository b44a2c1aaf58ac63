package castellan

import (
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

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

package castellan

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// decodeFile reads one JSON value and nothing after it.
func decodeFile(r io.Reader, into any) error {
	content, err := readContent(maxBytes, r)
	if err != nil {
		return err
	}
	return decodeContent(content, into)
}

// readContent reads a file that is not larger than the limit, in bytes, without the byte order mark that may stand before it.
func readContent(limit int64, r io.Reader) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(content)) > limit {
		err = fmt.Errorf("it is larger than %d MiB", limit>>20)
	}
	return bytes.TrimPrefix(content, []byte("\ufeff")), err
}

func decodeContent(content []byte, into any) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(content)) // of all readers this one is not copied
	err := json.UnmarshalDecode(d, into)
	if err == nil {
		if _, err = d.ReadToken(); errors.Is(err, io.EOF) {
			return nil
		} else if err == nil {
			return fmt.Errorf("%s: there is something after the end of the JSON value", lineAndColumn(content, d.InputOffset()))
		}
	}
	var syntax *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntax) && errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%sthe JSON breaks off in %s", field(syntax.JSONPointer), lineAndColumn(content, syntax.ByteOffset))
	case errors.As(err, &syntax):
		return fmt.Errorf("%sno valid JSON in %s: %w", field(syntax.JSONPointer), lineAndColumn(content, syntax.ByteOffset), syntax.Err)
	}
	return explain(err, "")
}

// lineAndColumn tells people where a byte is. Both are counted from 1, columns in bytes.
func lineAndColumn(content []byte, offset int64) string {
	before := content[:min(offset, int64(len(content)))]
	line := bytes.Count(before, []byte("\n"))
	return fmt.Sprintf("line %d, column %d", line+1, len(before)-bytes.LastIndexByte(before, '\n'))
}

// decodePart decodes a value that was found at the given place of a file.
func decodePart(raw rawJSON, where string, into any) error {
	if where != "" {
		where = "/" + where
	}
	return explain(json.Unmarshal(raw, into), jsontext.Pointer(where))
}

// explain turns the decoder's errors about valid JSON into sentences. They are about a value at the given place of a file.
func explain(err error, where jsontext.Pointer) error {
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &semantic) && errors.Is(semantic.Err, strconv.ErrSyntax):
		return fmt.Errorf("%swant a whole number", field(where+semantic.JSONPointer))
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
	const enough = 100 // JSON can be nested any deep, and names of members be any long
	switch {
	case p == "":
		return ""
	case len(p) > enough:
		return strings.ToValidUTF8(string(p[1:enough]), "") + "...: "
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
		return fmt.Errorf("this is %.40s, want %q", t.String(), s.want)
	}
	s.found = s.want
	return nil
}

// MarshalJSONTo writes the schema's name.
func (s schemaName) MarshalJSONTo(e *jsontext.Encoder) error {
	return e.WriteToken(jsontext.String(s.found))
}

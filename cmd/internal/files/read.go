// Package files reads and writes the files that people name on the command line.
package files

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
)

// Read decodes a file, packed by gzip or not, or standard input for "-". Its errors name the file.
func Read[T any](name string, decode func(io.Reader) (T, error)) (value T, err error) {
	in, shown := os.Stdin, "standard input"
	if name != "-" {
		shown = name
		if in, err = os.Open(name); err != nil {
			return value, Error(err)
		}
		defer in.Close()
	}
	plain, err := unpacked(in)
	if err == nil {
		value, err = decode(plain)
	}
	if _, ok := errors.AsType[*os.PathError](err); ok {
		return value, Error(err)
	}
	if err != nil {
		return value, fmt.Errorf("%s: %w", shown, err)
	}
	return value, nil
}

// Error shortens the errors of the operating system to "name: what".
func Error(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}

// unpacked tells a gzip file by its first two bytes.
func unpacked(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReaderSize(r, 1<<16)
	head, err := buffered.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if string(head) != "\x1f\x8b" {
		return buffered, nil
	}
	plain, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, damaged(err)
	}
	return gunzip{plain}, nil
}

// gunzip says of faults in the packed data that it is these that are at fault, and not the JSON.
type gunzip struct{ r *gzip.Reader }

func (g gunzip) Read(b []byte) (int, error) {
	n, err := g.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = damaged(err)
	}
	return n, err
}

func damaged(err error) error { return fmt.Errorf("the gzip file is damaged: %w", err) }

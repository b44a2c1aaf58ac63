package files

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/google/renameio/v2"
)

// WriteWhole writes the whole file or none of it.
func WriteWhole(path string, write func(io.Writer) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s cannot be written: %w", path, err)
		}
	}()
	file, err := renameio.NewPendingFile(path, renameio.WithPermissions(0o644))
	if err != nil {
		if temporary, ok := errors.AsType[*os.PathError](err); ok {
			err = temporary.Err // its name would only puzzle
		}
		return err
	}
	defer func() { err = errors.Join(err, file.Cleanup()) }()
	if err := write(file); err != nil {
		return err
	}
	return file.CloseAtomicallyReplace()
}

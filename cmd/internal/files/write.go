package files

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteWhole writes the whole file or none of it.
func WriteWhole(path string, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		if temporary, ok := errors.AsType[*os.PathError](err); ok {
			err = temporary.Err // its name would only puzzle
		}
		return fmt.Errorf("%s cannot be written: %w", path, err)
	}
	err = errors.Join(write(file), file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s cannot be written: %w", path, err), os.Remove(file.Name()))
	}
	return nil
}

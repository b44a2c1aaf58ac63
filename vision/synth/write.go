package synth

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
)

// WriteJPEG renders the scene and stores it as DIR/NAME.jpg with its truth in DIR/NAME.json. The JPEG quality is the
// scene's own.
func (s *Scene) WriteJPEG(dir, name, group string, workers int) error {
	picture, err := encode(s.Render(workers), s.optics.quality)
	if err != nil {
		return err
	}
	truth := s.Truth()
	truth.Image, truth.Group = name+".jpg", group
	if err := os.WriteFile(filepath.Join(dir, truth.Image), picture, 0o644); err != nil {
		return fmt.Errorf("store the picture: %w", err)
	}
	return storeTruth(dir, name, truth)
}

// storeTruth writes a record into DIR/NAME.json.
func storeTruth(dir, name string, truth any) error {
	record, err := json.Marshal(truth)
	if err != nil {
		return fmt.Errorf("encode the truth of %s: %w", name, err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".json"), append(record, '\n'), 0o644); err != nil {
		return fmt.Errorf("store the truth: %w", err)
	}
	return nil
}

// BareSuffix is what the name of a picture of the table before pieces were put on it ends in.
const BareSuffix = "_bare"

// WriteWithBare stores the scene as WriteJPEG does, and beside it the same table without the pieces (see Bare) under the name with
// BareSuffix.
func (s *Scene) WriteWithBare(dir, name, group string, workers int) error {
	if err := s.Bare().WriteJPEG(dir, name+BareSuffix, "bare", workers); err != nil {
		return err
	}
	return s.WriteJPEG(dir, name, group, workers)
}

func encode(img image.Image, quality int) ([]byte, error) {
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("encode the picture: %w", err)
	}
	return buf.Bytes(), nil
}

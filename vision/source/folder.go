package source

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gocv.io/x/gocv"
)

// folder shows the pictures of a folder in the order of their names, one a second.
type folder struct {
	paths []string
	next  int
}

const perPicture = time.Second

// pictureEndings are those of the files in a folder that are taken for pictures.
var pictureEndings = []string{".jpg", ".jpeg", ".png"}

func openFolder(name string) (Source, error) {
	entries, err := os.ReadDir(name) // in the order of names
	if err != nil {
		return nil, err
	}
	f := &folder{}
	for _, entry := range entries {
		if slices.Contains(pictureEndings, strings.ToLower(filepath.Ext(entry.Name()))) {
			f.paths = append(f.paths, filepath.Join(name, entry.Name()))
		}
	}
	if len(f.paths) == 0 {
		return nil, fmt.Errorf("%s: there are no pictures in this folder; put JPEG or PNG files there", name)
	}
	return f, nil
}

// Live implements Source.
func (f *folder) Live() bool { return false }

// Close implements Source.
func (f *folder) Close() error { return nil }

// Read implements Source.
func (f *folder) Read(img *gocv.Mat) (frame int, at time.Duration, err error) {
	if f.next == len(f.paths) {
		return 0, 0, ErrEnd
	}
	frame = f.next
	f.next++
	picture := gocv.IMRead(f.paths[frame], gocv.IMReadColor)
	*img, picture = picture, *img
	if err := picture.Close(); err != nil {
		return 0, 0, err
	}
	if img.Empty() {
		return 0, 0, fmt.Errorf("%s: this is not a picture that can be read; use a JPEG or PNG file", f.paths[frame])
	}
	return frame, time.Duration(frame) * perPicture, nil
}

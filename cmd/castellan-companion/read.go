package main

import (
	"encoding/json"
	"fmt"
	"image"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/cmd/internal/program"
	"github.com/castellan-companion/castellan/vision"
	"github.com/castellan-companion/castellan/vision/reading"
)

type readCommand struct {
	eyeFlags `embed:""`
	NoTags   bool     `help:"Do not look for tags; go by the castle alone."`
	Overlay  string   `help:"Write the picture with what was found drawn on it, pieces in doubt in pink." placeholder:"FILE"`
	Doubts   string   `help:"Write the part of each picture that shows a doubt there, as PICTURE-1.jpg for the first, and so on." placeholder:"FOLDER"`
	JSON     bool     `help:"Print JSON, one line for each picture."`
	Images   []string `arg:"" name:"image" help:"Pictures (JPEG or PNG)."`
}

func (c *readCommand) Run() error {
	if c.Overlay != "" && len(c.Images) > 1 {
		return program.UsageError("--overlay takes one picture at a time")
	}
	o, err := c.options()
	if err != nil {
		return err
	}
	o.NoTags = c.NoTags
	reader, err := vision.NewReader(o)
	if err != nil {
		return err
	}
	defer reader.Close()
	for _, path := range c.Images {
		if err := c.read(reader, path); err != nil {
			return err
		}
	}
	return nil
}

func (c *readCommand) read(reader *vision.Reader, path string) error {
	img, err := loadPicture(path)
	if err != nil {
		return err
	}
	defer img.Close()
	r, err := reader.Read(img)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	r.Image = path
	r.Score = r.Castle.Scores()
	if c.Doubts != "" {
		if err := writeDoubts(img, &r, c.Doubts); err != nil {
			return err
		}
	}
	if c.Overlay != "" {
		if err := reader.WriteOverlay(img, r.Doubts, c.Overlay); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	fmt.Print(describe(&r))
	return nil
}

// writeDoubts writes the parts of a picture that show its doubts.
func writeDoubts(img gocv.Mat, r *reading.Reading, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("%s: the folder cannot be made; may you write there?", folder)
	}
	name := strings.TrimSuffix(filepath.Base(r.Image), filepath.Ext(r.Image))
	for i, d := range r.Doubts {
		part := image.Rect(d.Box[0], d.Box[1], d.Box[2], d.Box[3])
		if part.Empty() {
			continue
		}
		path := filepath.Join(folder, fmt.Sprintf("%s-%d.jpg", name, i+1))
		if err := writePart(img, part, path); err != nil {
			return err
		}
	}
	return nil
}

func writePart(img gocv.Mat, part image.Rectangle, path string) error {
	crop := img.Region(part)
	defer crop.Close()
	if !gocv.IMWrite(path, crop) {
		return fmt.Errorf("%s: the picture cannot be written; may you write there?", path)
	}
	return nil
}

// describe says in words what was read.
func describe(r *reading.Reading) string {
	var s strings.Builder
	if !r.Found {
		fmt.Fprintf(&s, "%s: no castle\n", r.Image)
	} else {
		short, long := 0, 0
		for _, w := range r.Castle.Walls {
			if max(w.To.I-w.From.I, w.To.J-w.From.J) > 1 {
				long++
			} else {
				short++
			}
		}
		fmt.Fprintf(&s, "%s: %d towers, %d short walls, %d long walls, %d keeps", r.Image, len(r.Castle.Towers), short, long, len(r.Castle.Keeps))
		if n := len(r.Castle.Trial); n > 0 {
			fmt.Fprintf(&s, ", %d on trial", n)
		}
		fmt.Fprintf(&s, " (sure to %.0f %%)\n", 100*r.Confidence)
		for _, color := range slices.Sorted(maps.Keys(r.Score)) {
			fmt.Fprintf(&s, "  %-7s %3d\n", color, r.Score[color])
		}
		for _, d := range r.Doubts {
			a := d.Alternatives[0]
			what := "as read"
			if len(a.CastleDiff) > 0 {
				what = strings.Join(a.CastleDiff, " ")
			}
			fmt.Fprintf(&s, "  in doubt: %s %.2f, else %s\n", what, a.P, strings.Join(d.Alternatives[1].CastleDiff, " "))
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&s, "  note: %s\n", n.Text)
	}
	return s.String()
}

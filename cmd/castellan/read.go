package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/castellan-companion/castellan/vision"
	"github.com/castellan-companion/castellan/vision/reading"
)

type readCommand struct {
	eyeFlags `embed:""`
	NoTags   bool     `help:"Do not look for tags; go by the castle alone."`
	Overlay  string   `help:"Write the picture with what was found drawn on it." placeholder:"FILE"`
	JSON     bool     `help:"Print JSON, one line for each picture."`
	Images   []string `arg:"" name:"image" help:"Pictures (JPEG or PNG)."`
}

func (c *readCommand) Run() error {
	if c.Overlay != "" && len(c.Images) > 1 {
		return usageError("--overlay takes one picture at a time")
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
	r.Score = score(&r.Castle)
	if c.Overlay != "" {
		if err := reader.WriteOverlay(img, c.Overlay); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	fmt.Print(describe(&r))
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

package timelapse

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/color/palette"
	"image/gif"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/plan"
)

const (
	framesPerSecond = 8
	lastFrames      = 3 * framesPerSecond // for which the end is shown
)

var size = image.Rect(0, 0, 640, 480)

// ErrNoFFmpeg is returned where a film needs FFmpeg and it is not installed.
var ErrNoFFmpeg = errors.New("FFmpeg is not installed, which such films are made with; the animated GIF needs none")

// Moments are the states of a game after each change of its castle.
func Moments(events []companion.Event) []companion.State {
	var moments []companion.State
	var state companion.State
	for _, e := range events {
		before := state.Castle
		state = state.Apply(e)
		switch {
		case !slices.Equal(before.Pieces(), state.Castle.Pieces()):
			moments = append(moments, state)
		case len(moments) > 0:
			moments[len(moments)-1] = state // with what follows from the change
		}
	}
	return moments
}

// frames draws every moment in the frame of the last one.
func frames(moments []companion.State, show func(*image.RGBA) error) error {
	if len(moments) == 0 {
		moments = []companion.State{{}}
	}
	last := plan.Draw(moments[len(moments)-1])
	for _, moment := range moments {
		d := plan.Draw(moment)
		d.Origin, d.Width, d.Height = last.Origin, last.Width, last.Height
		if err := show(d.On(size)); err != nil {
			return err
		}
	}
	return nil
}

// GIF writes an animated GIF.
func GIF(w io.Writer, moments []companion.State) error {
	film := &gif.GIF{}
	const hundredths = 100
	known := map[color.RGBA]uint8{}
	err := frames(moments, func(img *image.RGBA) error {
		film.Image, film.Delay = append(film.Image, paletted(img, known)), append(film.Delay, hundredths/framesPerSecond)
		return nil
	})
	if err != nil {
		return err
	}
	film.Delay[len(film.Delay)-1] = hundredths * lastFrames / framesPerSecond
	return gif.EncodeAll(w, film)
}

// paletted is a picture in the colours of a palette. A drawing has few colours; which of the palette stands for one of them is
// looked for once and known from then on.
func paletted(img *image.RGBA, known map[color.RGBA]uint8) *image.Paletted {
	out := image.NewPaletted(img.Rect, palette.Plan9)
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		for x := img.Rect.Min.X; x < img.Rect.Max.X; x++ {
			c := img.RGBAAt(x, y)
			index, met := known[c]
			if !met {
				index = uint8(out.Palette.Index(c))
				known[c] = index
			}
			out.SetColorIndex(x, y, index)
		}
	}
	return out
}

// Encoders of FFmpeg by the ending of the file.
var encoders = map[string][]string{
	".mp4":  {"-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart"},
	".webp": {"-c:v", "libwebp_anim", "-lossless", "1", "-loop", "0"},
}

// Film makes a film of the kind that the ending (.mp4 or .webp) says.
func Film(ctx context.Context, w io.Writer, ending string, moments []companion.State) (err error) {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		return ErrNoFFmpeg
	}
	folder, err := os.MkdirTemp("", "castellan-film-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	file := filepath.Join(folder, "film"+ending)
	words := []string{
		"-hide_banner", "-loglevel", "error", "-f", "image2pipe", "-framerate", fmt.Sprint(framesPerSecond), "-c:v", "png", "-i", "-",
		"-vf", fmt.Sprintf("tpad=stop_mode=clone:stop=%d", lastFrames),
	}
	command := exec.CommandContext(ctx, ffmpeg, append(append(words, encoders[ending]...), file)...)
	var complaint bytes.Buffer
	command.Stderr = &complaint
	in, err := command.StdinPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	drawn := frames(moments, func(img *image.RGBA) error { return png.Encode(in, img) })
	if err := errors.Join(in.Close(), command.Wait()); err != nil {
		return fmt.Errorf("FFmpeg could not make the film: %w %s", err, bytes.TrimSpace(complaint.Bytes()))
	}
	if drawn != nil {
		return drawn
	}
	made, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	_, err = w.Write(made)
	return err
}

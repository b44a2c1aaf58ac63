package main

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion/demo"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/web/phone"
	"github.com/castellan-companion/castellan/web/webtest"
)

// forPhone turns a film into what Chromium shows as its camera's pictures, the last one held for a minute.
func forPhone(t *testing.T, film string) string {
	t.Helper()
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("there is no ffmpeg")
	}
	out := filepath.Join(t.TempDir(), "camera.mjpeg")
	said, err := exec.CommandContext(t.Context(), ffmpeg, "-v", "error", "-i", film,
		"-vf", "fps=30,tpad=stop_mode=clone:stop_duration=60", "-c:v", "mjpeg", "-q:v", "3", out).CombinedOutput()
	require.NoError(t, err, string(said))
	return out
}

// servePhone serves a companion that waits for a phone.
func servePhone(t *testing.T, camera, set string) (url string) {
	t.Helper()
	return serveFor(t, &serveCommand{
		eyeFlags: eyeFlags{Camera: camera, Set: set},
		Source:   sourcePhone, Addr: "127.0.0.1:0", Store: filepath.Join(t.TempDir(), "games.db"),
	})
}

// The bundled game through a phone: a real browser's camera, HTTPS, the real eye, rules and page.
func TestServeThroughAPhone(t *testing.T) {
	files, err := demo.Unpack(t.TempDir())
	require.NoError(t, err)
	webtest.FollowPhone(t, servePhone(t, files.Camera, files.Set), forPhone(t, files.Film),
		webtest.Outcome{Points: map[string]int{"red": 29, "blue": 4}, Towers: 20, Walls: 28})
}

// The films of ../shared through a phone take their time: 'make phone' asks for them.
func TestFilmsThroughAPhone(t *testing.T) {
	if os.Getenv("PHONE_FILMS") == "" {
		t.Skip("'make phone' runs this")
	}
	files, err := filepath.Glob("../../../shared/scenes/videos/*.json")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("there are no films in ../shared")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			film, err := scene.LoadFilm(file)
			require.NoError(t, err)
			last := film.States[len(film.States)-1]
			webtest.FollowPhone(t, servePhone(t, file, file), forPhone(t, film.Video), webtest.Outcome{
				Points: last.Score, Towers: len(last.Castle.Towers), Walls: len(last.Castle.Walls),
			})
		})
	}
}

// scriptedPhone sends what it was given and then nothing more (phoneCamera).
type scriptedPhone struct {
	frames []phone.Frame
	shown  int
}

func (p *scriptedPhone) Next(ctx context.Context) (phone.Frame, error) {
	if len(p.frames) == 0 {
		<-ctx.Done()
		return phone.Frame{}, ctx.Err()
	}
	frame := p.frames[0]
	p.frames = p.frames[1:]
	return frame, nil
}

func (p *scriptedPhone) Show(phone.Seen) { p.shown++ }

func grey(t *testing.T, width, height int) phone.Frame {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, width, height)), nil))
	return phone.Frame{JPEG: b.Bytes(), Size: [2]int{width, height}}
}

func TestPhoneEye(t *testing.T) {
	broken := grey(t, 320, 240)
	broken.JPEG = broken.JPEG[:20]
	tests := []struct {
		name   string
		frames []phone.Frame
		seen   int
		err    error
	}{
		{"a phone that sends nothing more", []phone.Frame{grey(t, 320, 240), grey(t, 320, 240)}, 2, errPhoneGone},
		{"a phone that is turned", []phone.Frame{grey(t, 320, 240), grey(t, 240, 320)}, 1, errPhoneTurned},
		{"a picture that cannot be decoded", []phone.Frame{grey(t, 320, 240), broken, grey(t, 320, 240)}, 2, errPhoneGone},
	}
	for _, test := range tests {
		camera := &scriptedPhone{frames: test.frames}
		seen := 0
		err := (&phoneEye{camera: camera, rate: 1000, patience: time.Millisecond}).Watch(t.Context(), func(o reading.Observation) {
			assert.Equal(t, [2]int{320, 240}, o.Size, test.name)
			seen++
		})
		require.ErrorIs(t, err, test.err, test.name)
		assert.Equal(t, test.seen, seen, test.name)
		assert.Equal(t, test.seen, camera.shown, test.name)
	}
}

func TestPhoneIsWaitedFor(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := (&phoneEye{camera: &scriptedPhone{}, patience: time.Millisecond}).Watch(ctx, nil)
	assert.ErrorIs(t, err, context.Canceled, "before the first picture it is not said to be gone")
}

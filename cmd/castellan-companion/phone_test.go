package main

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion/demo"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/web/phone"
	"github.com/castellan-companion/castellan/web/webtest"
)

// The bundled game through a phone: a real browser's camera, HTTPS, the real eye, rules and page.
func TestServeThroughAPhone(t *testing.T) {
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("there is no ffmpeg")
	}
	folder := t.TempDir()
	files, err := demo.Unpack(folder)
	require.NoError(t, err)
	film := filepath.Join(folder, "camera.mjpeg")
	said, err := exec.CommandContext(t.Context(), ffmpeg, "-v", "error", "-i", files.Film,
		"-vf", "fps=30,tpad=stop_mode=clone:stop_duration=60", "-c:v", "mjpeg", "-q:v", "3", film).CombinedOutput()
	require.NoError(t, err, string(said))
	webtest.FollowPhone(t, serveFor(t, &serveCommand{
		eyeFlags: eyeFlags{Camera: files.Camera, Set: files.Set},
		Source:   sourcePhone, Addr: "127.0.0.1:0", Store: filepath.Join(folder, "games.db"),
	}), film)
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

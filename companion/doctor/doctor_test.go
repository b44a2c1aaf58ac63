package doctor

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion/webcam"
	"github.com/castellan-companion/castellan/companion/words"
)

func says(state State) Check {
	return func(context.Context) Finding { return Finding{Name: string(state), State: state} }
}

func TestExamine(t *testing.T) {
	findings := Examine(t.Context(), says(Fine), says(Broken), says(Warning))
	require.Len(t, findings, 3)
	assert.Equal(t, Broken, Worst(findings))
	assert.Equal(t, Warning, Worst(append(findings[2:], findings[0])))
	assert.Equal(t, Fine, Worst(nil))

	ctx, cancel := context.WithCancel(t.Context())
	stops := func(context.Context) Finding { cancel(); return Finding{} }
	assert.Len(t, Examine(ctx, stops, says(Fine)), 1)
}

func TestCameras(t *testing.T) {
	good := webcam.Webcam{Name: "Desk camera", Formats: []webcam.Format{{Pixels: "MJPG", Width: 1280, Height: 720, Rate: 30}}}
	locked := webcam.Webcam{Name: "HD Webcam", Problem: webcam.Forbidden}
	for name, test := range map[string]struct {
		cameras []webcam.Webcam
		err     error
		state   State
		text    string
	}{
		"none":   {nil, nil, Warning, "no camera"},
		"good":   {[]webcam.Webcam{good}, nil, Fine, "Desk camera (1280x720, 30 pictures a second)"},
		"locked": {[]webcam.Webcam{good, locked}, nil, Broken, "HD Webcam"},
		"error":  {nil, errors.New("sysfs is gone"), Broken, "sysfs is gone"},
	} {
		t.Run(name, func(t *testing.T) {
			f := Cameras(func() ([]webcam.Webcam, error) { return test.cameras, test.err }, false)(t.Context())
			assert.Equal(t, test.state, f.State)
			assert.Contains(t, f.Text, test.text)
			assert.Equal(t, test.state == Fine, f.Fix == "")
		})
	}
}

func TestDisk(t *testing.T) {
	folder := t.TempDir()
	f := Disk(filepath.Join(folder, "to", "be", "made"))(t.Context())
	assert.NotEqual(t, Broken, f.State, f.Text)
	assert.Contains(t, f.Text, "MB are free")
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, left)

	file := filepath.Join(folder, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	f = Disk(filepath.Join(file, "below"))(t.Context())
	assert.Equal(t, Broken, f.State, f.Text)
	assert.NotEmpty(t, f.Fix)

	f = Disk("/proc/self")(t.Context()) // nobody can make a file there
	assert.Equal(t, Broken, f.State, f.Text)
}

func TestFindingsSpeakTheReadersLanguage(t *testing.T) {
	nothing := func() ([]webcam.Webcam, error) { return nil, nil }
	none := Cameras(nothing, false)
	f := none(words.In(t.Context(), "de"))
	assert.Equal(t, Finding{"cameras", Warning, "Es gibt keine Kamera.", "Eine Webcam anstecken oder ein Handy als Kamera benutzen."}, f)
	assert.Equal(t, Fine, Cameras(nothing, true)(t.Context()).State, "a camera of the network will do")
	assert.Equal(t, "Il n’y a pas de caméra.", none(words.In(t.Context(), "fr")).Text)
}

func TestRoom(t *testing.T) {
	for mb, want := range map[uint64]State{0: Broken, 49: Broken, 50: Warning, 499: Warning, 500: Fine, 1 << 20: Fine} {
		assert.Equal(t, want, room(t.Context(), mb, "folder").State, "%d MB", mb)
	}
}

func TestPort(t *testing.T) {
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	f := Port(taken.Addr().String())(t.Context())
	assert.Equal(t, Warning, f.State, f.Text)
	assert.Contains(t, f.Fix, "--addr")
	assert.Equal(t, Fine, Port("127.0.0.1:0")(t.Context()).State)
	assert.Equal(t, Broken, Port("192.0.2.1:80")(t.Context()).State, "an address of another machine")
}

func TestSpeed(t *testing.T) {
	at := func(rate float64, err error) Finding {
		return Speed(func(context.Context) (float64, error) { return rate, err })(t.Context())
	}
	assert.Equal(t, Fine, at(25, nil).State)
	assert.Contains(t, at(25, nil).Text, "25 pictures a second")
	slow := at(3, nil)
	assert.Equal(t, Warning, slow.State)
	assert.Contains(t, slow.Fix, "--rate")
	assert.Equal(t, Broken, at(0, errors.New("no film")).State)
}

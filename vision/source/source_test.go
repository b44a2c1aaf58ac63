package source

import (
	"os"
	"path/filepath"
	"runtime/pprof"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// With the tag matprofile (make leaks) gocv knows the Mats that were not closed.
func TestMain(m *testing.M) {
	code := m.Run()
	if open := pprof.Lookup("gocv.io/x/gocv.Mat"); open != nil && open.Count() > 0 {
		_ = open.WriteTo(os.Stderr, 1)
		code = 1
	}
	os.Exit(code)
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.mp4")
	require.NoError(t, os.WriteFile(text, []byte("this is no film\n"), 0o600))
	tests := []struct{ name, source, want string }{
		{"no file", filepath.Join(dir, "nothing.mp4"), "there is no such file"},
		{"folder without pictures", dir, "no pictures in this folder"},
		{"text", text, "not a video that can be read"},
		{"no camera", "/dev/video99", "no such camera"},
		{"no camera of that number", "99", "no such camera"},
		{"no camera of that size", "99@640x480", "no such camera"},
		{"no camera of that name", "/dev/v4l/by-id/usb-none-video-index0", "no such camera"},
		{"nobody at this address", "http://127.0.0.1:1/picture", "is it switched on"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Open(test.source)
			assert.ErrorContains(t, err, test.want)
		})
	}
}

// picture writes a picture of one grey.
func picture(t *testing.T, path string, grey float64) {
	t.Helper()
	img := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(grey, grey, grey, 0), 48, 64, gocv.MatTypeCV8UC3)
	defer img.Close()
	require.True(t, gocv.IMWrite(path, img))
}

func TestFolderShowsItsPicturesInOrder(t *testing.T) {
	dir := t.TempDir()
	picture(t, filepath.Join(dir, "b.png"), 200)
	picture(t, filepath.Join(dir, "a.PNG"), 100)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o600))
	src, err := Open(dir)
	require.NoError(t, err)
	defer src.Close()
	assert.False(t, src.Live())
	img := gocv.NewMat()
	defer img.Close()
	for i, grey := range []uint8{100, 200} {
		frame, at, err := src.Read(&img)
		require.NoError(t, err)
		assert.Equal(t, i, frame)
		assert.Equal(t, time.Duration(i)*time.Second, at)
		assert.Equal(t, grey, img.GetUCharAt(5, 5))
	}
	_, _, err = src.Read(&img)
	require.ErrorIs(t, err, ErrEnd)
}

func TestFolderWithATornPicture(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "torn.jpg"), []byte("\xff\xd8"), 0o600))
	src, err := Open(dir)
	require.NoError(t, err)
	defer src.Close()
	img := gocv.NewMat()
	defer img.Close()
	_, _, err = src.Read(&img)
	require.ErrorContains(t, err, "torn.jpg: this is not a picture")
}

func TestFilm(t *testing.T) {
	src, err := Open("../../companion/demo/game.mp4")
	require.NoError(t, err)
	defer src.Close()
	assert.False(t, src.Live())
	img := gocv.NewMat()
	defer img.Close()
	for i := range 20 {
		frame, at, err := src.Read(&img)
		require.NoError(t, err)
		assert.Equal(t, i, frame)
		assert.InDelta(t, float64(i)/10, at.Seconds(), 1e-6)
	}
}

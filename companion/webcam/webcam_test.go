package webcam

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestListNamesEachCameraOnce(t *testing.T) {
	root := t.TempDir()
	write := func(path, content string) {
		t.Helper()
		path = filepath.Join(root, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	write("dev/video0", "")
	write("sys/class/video4linux/video0/name", "HD Webcam\n")
	write("sys/class/video4linux/video0/index", "0\n")
	write("sys/class/video4linux/video1/name", "HD Webcam\n")
	write("sys/class/video4linux/video1/index", "1\n")
	write("dev/video2", "")
	write("sys/class/video4linux/video2/name", "Desk camera\n")
	write("sys/class/video4linux/video2/index", "0\n")
	byID := filepath.Join(root, "dev/v4l/by-id")
	require.NoError(t, os.MkdirAll(byID, 0o700))
	require.NoError(t, os.Symlink("../../video2", filepath.Join(byID, "usb-desk")))

	sharp := []Format{{Pixels: "MJPG", Width: 1280, Height: 720, Rate: 30}}
	found, err := list(root, func(path string) ([]Format, error) {
		if path == filepath.Join(root, "dev/video2") {
			return sharp, nil
		}
		return nil, syscall.EACCES
	})
	require.NoError(t, err)
	require.Len(t, found, 2)
	assert.Equal(t, Webcam{ID: filepath.Join(byID, "usb-desk"), Name: "Desk camera", Formats: sharp}, found[0])
	assert.Equal(t, filepath.Join(root, "dev/video0"), found[1].ID)
	assert.Equal(t, "HD Webcam", found[1].Name)
	assert.Equal(t, Forbidden, found[1].Problem)
	assert.Contains(t, found[1].Problem.String(), "group video")
}

func TestListWithoutVideo4Linux(t *testing.T) {
	found, err := list(t.TempDir(), func(string) ([]Format, error) { return nil, nil })
	require.NoError(t, err)
	assert.Empty(t, found)
}

package main

import (
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/web"
	"github.com/castellan-companion/castellan/web/setup"
)

// networkCamera sends grey pictures, one after the other, to whoever knows the password.
func networkCamera(t *testing.T) *url.URL {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, password, _ := r.BasicAuth(); password != "secret" {
			w.Header().Set("WWW-Authenticate", `Basic realm="camera"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "multipart/x-mixed-replace;boundary=frame")
		for r.Context().Err() == nil {
			_, err := fmt.Fprint(w, "--frame\r\nContent-Type: image/jpeg\r\n\r\n")
			if err != nil || jpeg.Encode(w, image.NewGray(image.Rect(0, 0, 320, 240)), nil) != nil {
				return
			}
			_, _ = fmt.Fprint(w, "\r\n") // the next picture tells that nobody looks any more
		}
	}))
	t.Cleanup(server.Close)
	address, err := url.Parse(server.URL + "/live")
	require.NoError(t, err)
	address.User = url.UserPassword("ada", "secret")
	return address
}

// openSources is what a companion can look through whose memory is kept in a folder.
func openSources(t *testing.T, folder string) *sources {
	t.Helper()
	memory, err := setup.OpenMemory(folder)
	require.NoError(t, err)
	store, err := sqlite.Open(t.Context(), filepath.Join(folder, "games.db"))
	require.NoError(t, err)
	table, err := companion.Open(t.Context(), companion.Options{Record: store})
	require.NoError(t, err)
	t.Cleanup(func() {
		table.Close()
		assert.NoError(t, store.Close())
	})
	return &sources{
		command: &serveCommand{}, folder: t.TempDir(), door: &phoneDoor{}, memory: memory, shelf: calibration.Shelf{Folder: folder},
		table: table,
	}
}

// A camera's address that was typed in is used, remembered and listed, its password kept to itself.
func TestCameraOfTheNetwork(t *testing.T) {
	address := networkCamera(t)
	folder := t.TempDir()
	s := openSources(t, folder)

	wrong := *address
	wrong.User = url.UserPassword("ada", "guess")
	err := s.Connect(t.Context(), &wrong)
	require.Error(t, err)
	assert.Equal(t, "address_pictureless", companion.CodeOf(err))
	assert.NotContains(t, err.Error(), "guess")
	assert.Empty(t, s.memory.Choices().Address, "what does not work is not kept")

	require.NoError(t, s.Connect(t.Context(), address))
	id := address.Redacted()
	assert.Equal(t, id, s.table.Status().ID)
	_, err = s.table.Picture(t.Context(), 0)
	require.NoError(t, err)
	require.NoError(t, s.Use(t.Context(), sourceNone, [2]int{}))

	anew := openSources(t, folder)
	all, err := anew.List()
	require.NoError(t, err)
	at := slices.IndexFunc(all, func(known web.Source) bool { return known.ID == id })
	require.GreaterOrEqual(t, at, 0, "%v", all)
	assert.Equal(t, address.Host, all[at].Name)
	picture, err := anew.Picture(t.Context(), id)
	require.NoError(t, err)
	assert.NotEmpty(t, picture)
	require.NoError(t, anew.Use(t.Context(), id, [2]int{}))
	assert.Equal(t, address.String(), anew.memory.Choices().Source, "with its password, for the next start")
}

func TestDevice(t *testing.T) {
	for name, want := range map[string]string{
		"/dev/video0":                         "/dev/video0",
		"/dev/v4l/by-id/usb-desk@1920x1080":   "/dev/v4l/by-id/usb-desk",
		"film@home.mp4":                       "film@home.mp4",
		"rtsp://ada:secret@192.168.1.20/live": "rtsp://ada:xxxxx@192.168.1.20/live",
		"http://192.168.1.20:8080/video":      "http://192.168.1.20:8080/video",
		sourcePhone:                           sourcePhone,
	} {
		assert.Equal(t, want, device(name))
		assert.NotContains(t, device(name), "secret")
	}
}

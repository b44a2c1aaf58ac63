package phone

import (
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func openDoor(t *testing.T, folder string) (*Door, *http.Client) {
	t.Helper()
	trusted := x509.NewCertPool()
	door, err := Open(t.Context(), Options{Folder: folder, Page: func(camera http.Handler, certificate []byte) http.Handler {
		own, err := x509.ParseCertificate(certificate)
		require.NoError(t, err)
		trusted.AddCert(own)
		return camera
	}})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, door.Close()) })
	return door, &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}
}

func TestPhoneComesInByEveryAddress(t *testing.T) {
	door, client := openDoor(t, t.TempDir())
	require.NotEmpty(t, door.Addresses())
	for _, address := range door.Addresses() {
		page, key, ok := strings.Cut(address, "#")
		require.True(t, ok, address)
		conn, _, err := websocket.Dial(t.Context(), page, &websocket.DialOptions{HTTPClient: client}) //nolint:bodyclose // Dial closes it
		require.NoError(t, err, address)
		require.NoError(t, conn.Write(t.Context(), websocket.MessageText, []byte(key)))
		send(t, conn, picture(t, 640, 360))
		assert.Equal(t, [2]int{640, 360}, next(t, door.Camera()).Size)
		require.NoError(t, conn.CloseNow())
	}
}

func TestPageOutlivesTheCompanion(t *testing.T) {
	folder := t.TempDir()
	first, _ := openDoor(t, folder)
	second, _ := openDoor(t, folder) // the port is taken: it is another
	_, key, _ := strings.Cut(first.Addresses()[0], "#")
	assert.GreaterOrEqual(t, len(key), 26, "nobody can guess it")
	assert.True(t, strings.HasSuffix(second.Addresses()[0], "#"+key))
	other, _ := openDoor(t, t.TempDir())
	assert.False(t, strings.HasSuffix(other.Addresses()[0], "#"+key))
}

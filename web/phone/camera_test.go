package phone

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/vision/reading"
)

const key = "the key"

func picture(t testing.TB, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, width, height)), nil))
	return b.Bytes()
}

// open serves a camera and returns its address.
func open(t *testing.T) (camera *Camera, url string) {
	t.Helper()
	camera = NewCamera(key, slog.New(slog.DiscardHandler))
	server := httptest.NewServer(camera)
	t.Cleanup(server.Close)
	t.Cleanup(camera.Close)
	return camera, server.URL
}

// join connects a phone.
func join(t *testing.T, url, key string) *websocket.Conn {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), url, nil) //nolint:bodyclose // Dial closes it
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.CloseNow() })
	require.NoError(t, conn.Write(t.Context(), websocket.MessageText, []byte(key)))
	return conn
}

func send(t *testing.T, conn *websocket.Conn, content []byte) {
	t.Helper()
	require.NoError(t, conn.Write(t.Context(), websocket.MessageBinary, content))
}

func hear(t *testing.T, conn *websocket.Conn) Message {
	t.Helper()
	var m Message
	require.NoError(t, wsjson.Read(t.Context(), conn, &m))
	return m
}

func next(t *testing.T, camera *Camera) Frame {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	frame, err := camera.Next(ctx)
	require.NoError(t, err)
	return frame
}

// closed waits for the other side to close the connection and returns the code.
func closed(t *testing.T, conn *websocket.Conn) websocket.StatusCode {
	t.Helper()
	for {
		if _, _, err := conn.Read(t.Context()); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func TestPicturesAreTakenInOrder(t *testing.T) {
	camera, url := open(t)
	phone := join(t, url, key)
	for round := range 20 {
		first, second := picture(t, 640, 100+round), picture(t, 640, 200+round)
		send(t, phone, first)
		send(t, phone, second)
		for _, want := range [][]byte{first, second} {
			assert.Equal(t, want, next(t, camera).JPEG)
		}
		for taken := 0; taken < inFlight; {
			taken += hear(t, phone).Taken
		}
	}
}

func TestFrameHasSize(t *testing.T) {
	camera, url := open(t)
	send(t, join(t, url, key), picture(t, 640, 360))
	assert.Equal(t, [2]int{640, 360}, next(t, camera).Size)
}

func TestWhatPhonesMustNotSend(t *testing.T) {
	fine := picture(t, 640, 360)
	tests := []struct {
		name string
		sent [][]byte
		code websocket.StatusCode
	}{
		{"no picture", [][]byte{[]byte("<html>")}, ClosePicture},
		{"nothing", [][]byte{{}}, ClosePicture},
		{"half a header", [][]byte{fine[:20]}, ClosePicture},
		{"a tiny picture", [][]byte{picture(t, 63, 640)}, ClosePicture},
		{"a long picture", [][]byte{picture(t, 64, 4097)}, ClosePicture},
		{"a big file", [][]byte{append(bytes.Clone(fine), make([]byte, maxBytes)...)}, websocket.StatusMessageTooBig},
		{"pictures that nobody waits for", [][]byte{fine, fine, fine}, CloseFlood},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			camera, url := open(t)
			phone := join(t, url, key)
			for _, content := range test.sent {
				send(t, phone, content)
			}
			assert.Equal(t, test.code, closed(t, phone))

			send(t, join(t, url, key), fine)
			assert.Equal(t, fine, next(t, camera).JPEG, "a phone that behaves is still welcome")
		})
	}
}

func TestPhonesNeedTheKey(t *testing.T) {
	_, url := open(t)
	for _, wrong := range []string{"", "the ke", "the key ", "another"} {
		assert.Equal(t, CloseKey, closed(t, join(t, url, wrong)), "%q", wrong)
	}
}

func TestOtherPagesCannotBeTheCamera(t *testing.T) {
	_, url := open(t)
	_, _, err := websocket.Dial(t.Context(), url, //nolint:bodyclose // Dial closes it
		&websocket.DialOptions{HTTPHeader: map[string][]string{"Origin": {"https://evil.example"}}})
	assert.Error(t, err)
}

func TestPhoneGoesAndComesBack(t *testing.T) {
	camera, url := open(t)
	before, after := picture(t, 640, 360), picture(t, 640, 480)
	phone := join(t, url, key)
	send(t, phone, before)
	assert.Equal(t, before, next(t, camera).JPEG)

	came := make(chan Frame, 1)
	go func() {
		frame, err := camera.Next(t.Context())
		assert.NoError(t, err)
		came <- frame
	}()
	require.NoError(t, phone.CloseNow())
	send(t, join(t, url, key), after)
	assert.Equal(t, after, (<-came).JPEG)
}

func TestAnotherPhoneTakesOver(t *testing.T) {
	camera, url := open(t)
	first := join(t, url, key)
	send(t, first, picture(t, 640, 360))
	next(t, camera)
	second := join(t, url, key)
	assert.Equal(t, CloseReplaced, closed(t, first))
	send(t, second, picture(t, 640, 480))
	assert.Equal(t, [2]int{640, 480}, next(t, camera).Size)
}

func TestPhoneIsToldWhatIsSeenOnce(t *testing.T) {
	camera, url := open(t)
	phone := join(t, url, key)
	fine := picture(t, 640, 360)
	seen := Seen{
		Size: [2]int{640, 360}, Towers: 2, Walls: 1,
		Outlines: []reading.Outline{{Kind: "tower", Points: [][2]float64{{0, 0}, {1, 0}, {1, 1}}}},
	}
	var told []Seen
	for range 5 {
		send(t, phone, fine)
		next(t, camera)
		camera.Show(seen)
		for taken := 0; taken == 0; {
			m := hear(t, phone)
			taken = m.Taken
			if m.Seen != nil {
				told = append(told, *m.Seen)
			}
		}
	}
	assert.Equal(t, []Seen{seen}, told)
}

func TestClosedCameraHasNoPhone(t *testing.T) {
	camera, url := open(t)
	phone := join(t, url, key)
	send(t, phone, picture(t, 640, 360))
	next(t, camera)
	camera.Close()
	assert.Equal(t, websocket.StatusCode(-1), closed(t, phone))
	assert.Equal(t, websocket.StatusCode(-1), closed(t, join(t, url, key)))
}

func TestNextEndsWithItsContext(t *testing.T) {
	camera, _ := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := camera.Next(ctx)
	assert.ErrorIs(t, err, context.Canceled)
}

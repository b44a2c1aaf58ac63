package phone

import (
	"context"
	"crypto/subtle"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/castellan-companion/castellan/vision/reading"
)

// inFlight is how many pictures a phone may have sent that were not taken yet.
const inFlight = 2

// Codes with which the connection is closed, for the page to tell people why.
const (
	CloseKey      websocket.StatusCode = 4001 // the key is not the one that the QR code has
	CloseReplaced websocket.StatusCode = 4002 // another phone is the camera now
	ClosePicture  websocket.StatusCode = 4003 // what came is no picture, or of no size that can be used
	CloseFlood    websocket.StatusCode = 4004 // more than two pictures that were not taken yet
)

// Seen is what the companion makes of the phone's picture. Size is that of the picture, Outlines are in its pixels.
type Seen struct {
	Size     [2]int            `json:"size"`
	Outlines []reading.Outline `json:"outlines"`
	Quiet    bool              `json:"quiet"`
	Towers   int               `json:"towers"`
	Walls    int               `json:"walls"`
}

// Camera is the phone that is the camera at the moment, if there is one. Its methods may be called from any goroutine.
type Camera struct {
	key     string
	log     *slog.Logger
	closing context.Context // done when Close is called
	close   context.CancelFunc
	lasting sync.WaitGroup // links being served

	mu     sync.Mutex    // guards all below
	link   *link         // nil while no phone is connected
	linked chan struct{} // closed when link changes
	closed bool
}

// NewCamera makes a camera that phones with this key can be. Close must be called.
func NewCamera(key string, log *slog.Logger) *Camera {
	c := &Camera{key: key, log: log, linked: make(chan struct{})}
	c.closing, c.close = context.WithCancel(context.Background())
	return c
}

// Close ends the phone's connection and refuses further ones.
func (c *Camera) Close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.close()
	c.lasting.Wait()
}

// Next waits for the phone's next picture, also while there is no phone, and takes it.
func (c *Camera) Next(ctx context.Context) (Frame, error) {
	for {
		l, changed := c.current()
		var frames <-chan Frame
		if l != nil {
			frames = l.frames
		}
		select {
		case frame := <-frames:
			l.took()
			return frame, nil
		case <-changed:
		case <-ctx.Done():
			return Frame{}, ctx.Err()
		}
	}
}

// Show tells the phone what was seen in its picture.
func (c *Camera) Show(seen Seen) {
	if l, _ := c.current(); l != nil {
		l.show(seen)
	}
}

// current is the phone's link, and a channel that is closed when another one takes its place.
func (c *Camera) current() (*link, <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.link, c.linked
}

// replace makes a link the current one (nil for none) and returns the one before.
func (c *Camera) replace(with *link) *link {
	before := c.link
	c.link = with
	close(c.linked)
	c.linked = make(chan struct{})
	return before
}

// join makes a link the current one. It is false where the camera is closed.
func (c *Camera) join(l *link) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	c.lasting.Add(1)
	if before := c.replace(l); before != nil {
		go func() { _ = before.conn.Close(CloseReplaced, "another phone is the camera now") }() // waits for the other side
	}
	return true
}

func (c *Camera) leave(l *link) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.link == l {
		c.replace(nil)
	}
	c.lasting.Done()
}

// ServeHTTP implements http.Handler: it is the WebSocket's address. The first message is the key.
func (c *Camera) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	defer func() { _ = conn.CloseNow() }() // closed in order before, where that was possible
	if !c.authentic(r.Context(), conn) {
		_ = conn.Close(CloseKey, "this is not the key")
		return
	}
	l := newLink(conn)
	if !c.join(l) {
		return
	}
	defer c.leave(l)
	defer context.AfterFunc(c.closing, func() { _ = conn.CloseNow() })() //nolint:contextcheck // it ends with the camera, too
	c.log.Info("a phone is connected", "address", r.RemoteAddr)
	reason := l.serve(r.Context())
	c.log.Info("the phone has left", "address", r.RemoteAddr, "reason", reason)
}

const (
	greeting = 10 * time.Second // within which the key must come
	maxKey   = 256
)

func (c *Camera) authentic(ctx context.Context, conn *websocket.Conn) bool {
	ctx, cancel := context.WithTimeout(ctx, greeting)
	defer cancel()
	conn.SetReadLimit(maxKey)
	_, key, err := conn.Read(ctx)
	conn.SetReadLimit(maxBytes)
	return err == nil && subtle.ConstantTimeCompare(key, []byte(c.key)) == 1
}

package phone

import (
	"context"
	"encoding/json"
	"reflect"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// Message is what the phone is told: how many of its pictures were taken since the message before, and what was seen, where
// that is something else than before.
type Message struct {
	Taken int   `json:"taken"`
	Seen  *Seen `json:"seen,omitempty"`
}

const (
	silence    = 20 * time.Second // after which a phone that sends nothing is taken for gone; it comes back when it can
	writeLimit = 10 * time.Second
)

// link is the connection of one phone.
type link struct {
	conn   *websocket.Conn
	frames chan Frame // not taken yet

	mu      sync.Mutex    // guards all below
	waiting int           // pictures that came and that the phone was not told to be taken
	message Message       // to be sent next
	news    chan struct{} // has an element when there is something to send
	shown   Seen
}

func newLink(conn *websocket.Conn) *link {
	return &link{conn: conn, frames: make(chan Frame, inFlight), news: make(chan struct{}, 1)}
}

// serve listens and speaks until the phone leaves, misbehaves or the connection is closed. It returns the reason.
func (l *link) serve(ctx context.Context) string {
	ctx, cancel := context.WithCancel(ctx)
	var speaking sync.WaitGroup
	speaking.Go(func() { l.speak(ctx) })
	code, reason := l.listen(ctx)
	if code != 0 {
		_ = l.conn.Close(code, reason) // the phone may have gone
	}
	cancel()
	speaking.Wait()
	return reason
}

// listen receives pictures. It returns why it stopped, with a code where the phone is to be told.
func (l *link) listen(ctx context.Context) (websocket.StatusCode, string) {
	for {
		content, err := l.read(ctx)
		if err != nil {
			return 0, err.Error()
		}
		frame, err := newFrame(content, time.Now())
		if err != nil {
			return ClosePicture, err.Error()
		}
		if !l.receive() {
			return CloseFlood, "too many pictures at once"
		}
		l.frames <- frame // there is room: not more than inFlight are waiting
	}
}

func (l *link) read(ctx context.Context) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, silence)
	defer cancel()
	_, content, err := l.conn.Read(ctx)
	return content, err
}

// receive counts a picture. It is false where the phone should have waited.
func (l *link) receive() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting++
	return l.waiting <= inFlight
}

// took tells the phone that a picture was taken.
func (l *link) took() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting--
	l.message.Taken++
	l.tell()
}

// show tells the phone what was seen.
func (l *link) show(seen Seen) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if reflect.DeepEqual(seen, l.shown) {
		return
	}
	l.shown = seen
	l.message.Seen = &seen
	l.tell()
}

// tell wakes speak. The caller holds mu.
func (l *link) tell() {
	select {
	case l.news <- struct{}{}:
	default: // it will find this message too
	}
}

// speak sends messages.
func (l *link) speak(ctx context.Context) {
	for {
		select {
		case <-l.news:
		case <-ctx.Done():
			return
		}
		l.mu.Lock()
		text, err := json.Marshal(l.message)
		l.message = Message{}
		l.mu.Unlock()
		if err != nil || l.write(ctx, text) != nil {
			return // listen notices when the connection is broken
		}
	}
}

func (l *link) write(ctx context.Context, text []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeLimit)
	defer cancel()
	return l.conn.Write(ctx, websocket.MessageText, text)
}

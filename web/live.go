package web

import (
	"context"
	"encoding/json"
	"reflect"
	"time"

	"github.com/coder/websocket"
	"github.com/gin-gonic/gin"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/vision/reading"
)

const (
	liveQueue    = 64
	pingInterval = 20 * time.Second
)

// Message is what the WebSocket at /api/v1/live sends. Kind "state" has the whole game and the events since the message
// before; Dropped is how many updates this client was too slow for, whose events it can get by GET. Kind "overlay" has the
// outlines, in pixels, of what was found in a camera picture of this size.
type Message struct {
	Kind    string            `json:"kind"`
	State   *Snapshot         `json:"state,omitempty"`
	Events  []companion.Event `json:"events,omitempty"`
	Dropped int64             `json:"dropped,omitempty"`

	Size     [2]int            `json:"size,omitzero"`
	Outlines []reading.Outline `json:"outlines,omitzero"`
}

// live sends messages until the client leaves or the server closes.
func (s *Server) live(c *gin.Context) {
	conn, err := websocket.Accept(c.Writer, c.Request, nil)
	if err != nil {
		return // Accept has answered
	}
	s.lasting.Add(1)
	defer s.lasting.Done()
	s.metrics.clients.Inc()
	defer s.metrics.clients.Dec()
	defer func() { _ = conn.CloseNow() }() // closed in order before, where that was possible

	ctx, cancel := s.lastingContext(c.Request.Context())
	defer cancel()
	ctx = conn.CloseRead(ctx) // clients have nothing to say here; this answers their pings and notices when they go
	go s.overlays(ctx, conn)
	s.updates(ctx, conn)
	_ = conn.Close(websocket.StatusGoingAway, "")
}

// updates sends what the table announces.
func (s *Server) updates(ctx context.Context, conn *websocket.Conn) {
	subscription := s.table.Subscribe(liveQueue)
	defer subscription.Cancel()
	ping := time.NewTicker(pingInterval)
	defer ping.Stop()
	for {
		var err error
		select {
		case u, open := <-subscription.C:
			if !open {
				return
			}
			state := snapshot(u.State, u.Status)
			err = send(ctx, conn, Message{Kind: "state", State: &state, Events: u.Events, Dropped: subscription.Dropped()})
		case <-ping.C:
			err = conn.Ping(ctx)
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// overlays sends the outlines of the newest picture whenever they are others.
func (s *Server) overlays(ctx context.Context, conn *websocket.Conn) {
	var sent *companion.Picture
	for p, err := s.table.Picture(ctx, 0); err == nil; p, err = s.table.Picture(ctx, p.Number) {
		if sent != nil && sent.Size == p.Size && reflect.DeepEqual(sent.Outlines, p.Outlines) {
			continue
		}
		outlines := p.Outlines
		if outlines == nil {
			outlines = []reading.Outline{}
		}
		if send(ctx, conn, Message{Kind: "overlay", Size: p.Size, Outlines: outlines}) != nil {
			return
		}
		sent = p
	}
}

func send(ctx context.Context, conn *websocket.Conn, m Message) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, text)
}

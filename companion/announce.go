package companion

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/castellan-companion/castellan/vision/reading"
)

// Update is what a table announces: the events that were stored since the last update, and how things stand after them.
type Update struct {
	Events []Event
	State  State
	Status Status
}

// Subscription is a bounded queue of updates.
type Subscription struct {
	// C brings the update that was newest when the subscription began, without events, and then every further one. It is
	// closed when the table closes or the subscription is cancelled.
	C <-chan Update

	queue   chan Update
	dropped atomic.Int64
	cancel  func()
}

// Dropped is how many updates did not fit into the queue since Dropped was last asked. After a drop the events of the
// dropped updates are missing; the State of the next update is whole all the same.
func (s *Subscription) Dropped() int64 { return s.dropped.Swap(0) }

// Cancel ends the subscription. It may be called more than once.
func (s *Subscription) Cancel() { s.cancel() }

// announcer hands updates to all subscriptions without ever waiting for one.
type announcer struct {
	mu            sync.Mutex // guards all below
	newest        Update
	subscriptions map[*Subscription]struct{}
	closed        bool
	droppedTotal  int64
}

func (a *announcer) announce(u Update) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.newest = Update{State: u.State, Status: u.Status}
	for s := range a.subscriptions {
		select {
		case s.queue <- u:
		default:
			s.dropped.Add(1)
			a.droppedTotal++
		}
	}
}

func (a *announcer) dropped() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.droppedTotal
}

func (a *announcer) latest() Update {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.newest
}

func (a *announcer) subscribe(size int) *Subscription {
	queue := make(chan Update, max(1, size))
	s := &Subscription{C: queue, queue: queue}
	s.cancel = sync.OnceFunc(func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if _, open := a.subscriptions[s]; open {
			delete(a.subscriptions, s)
			close(queue)
		}
	})
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		close(queue)
		return s
	}
	if a.subscriptions == nil {
		a.subscriptions = map[*Subscription]struct{}{}
	}
	a.subscriptions[s] = struct{}{}
	queue <- a.newest
	return s
}

func (a *announcer) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	for s := range a.subscriptions {
		close(s.queue)
	}
	a.subscriptions = nil
}

// Picture is the camera's newest picture with the outlines (in its pixels) of what was found in it.
type Picture struct {
	Number   int64 // from 1, growing
	JPEG     []byte
	Size     [2]int
	Outlines []reading.Outline
}

// gallery shows the newest picture. Whoever is slow skips pictures.
type gallery struct {
	mu     sync.Mutex // guards all below
	newest *Picture
	hung   chan struct{} // closed when another picture becomes the newest
}

func (g *gallery) hang(p *Picture) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.newest != nil {
		p.Number = g.newest.Number
	}
	p.Number++
	g.newest = p
	if g.hung != nil {
		close(g.hung)
	}
	g.hung = make(chan struct{})
}

// latest is the newest picture; nil before the first.
func (g *gallery) latest() *Picture {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.newest
}

// next waits for a picture newer than the one of this number.
func (g *gallery) next(ctx context.Context, shown int64) (*Picture, error) {
	for {
		g.mu.Lock()
		newest := g.newest
		if g.hung == nil {
			g.hung = make(chan struct{})
		}
		hung := g.hung
		g.mu.Unlock()
		if newest != nil && newest.Number != shown {
			return newest, nil
		}
		select {
		case <-hung:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

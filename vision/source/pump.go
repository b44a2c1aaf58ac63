package source

import (
	"sync"
	"time"

	"gocv.io/x/gocv"
)

// pump reads a device in a goroutine of its own and keeps the newest frame. So frames do not queue up behind somebody slow, and
// a device that is stuck keeps nobody.
type pump struct {
	device   device
	fresh    chan struct{} // holds a token while there is a frame that nobody took
	ended    chan struct{} // closed when the device gives no more and is closed
	patience time.Duration // with the next frame; belongs to the reader

	mu      sync.Mutex // guards what follows
	newest  gocv.Mat
	at      time.Time // of newest
	frames  int       // read so far
	stopped bool      // nobody wants any more frames
	over    bool      // there will be no more
}

// maxEmpty is how many frames in a row may hold no picture, as a bad cable gives them, before the device is taken for gone.
const maxEmpty = 30

func newPump(d device) *pump {
	p := &pump{
		device: d, fresh: make(chan struct{}, 1), ended: make(chan struct{}), patience: firstPatience, newest: gocv.NewMat(),
	}
	go p.run()
	return p
}

func (p *pump) run() {
	defer close(p.ended)
	defer p.device.Close()
	img := gocv.NewMat()
	defer func() { img.Close() }()
	empty := 0
	for p.device.Read(&img) {
		if img.Empty() {
			if empty++; empty < maxEmpty {
				continue
			}
			break
		}
		empty = 0
		if !p.offer(&img) {
			break
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
	p.letGo()
}

// letGo frees the newest frame when both sides are through with it. It is called with mu held.
func (p *pump) letGo() {
	if p.over && p.stopped {
		p.newest.Close()
	}
}

// offer makes img the newest frame and gives back the one before; it is false when nobody wants any more.
func (p *pump) offer(img *gocv.Mat) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return false
	}
	*img, p.newest = p.newest, *img
	p.at = time.Now()
	p.frames++
	select {
	case p.fresh <- struct{}{}:
	default: // the frame before was not taken
	}
	return true
}

// take exchanges img for the newest frame, and gives that frame's number and time.
func (p *pump) take(img *gocv.Mat) (number int, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	*img, p.newest = p.newest, *img
	return p.frames - 1, p.at
}

// stop lets the goroutine end after the frame that it is reading. It gives the number of frames read.
func (p *pump) stop() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	p.letGo()
	return p.frames
}

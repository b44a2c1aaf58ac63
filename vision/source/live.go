package source

import (
	"errors"
	"time"

	"gocv.io/x/gocv"
)

// How long a device may keep us waiting.
const (
	openPatience  = 10 * time.Second // to be opened: an address may be far away
	firstPatience = 5 * time.Second  // for its first frame: cameras wake up slowly
	patience      = 2 * time.Second  // for the next frame
)

// live is a camera or stream.
type live struct {
	name   string
	open   func() (device, error) // the error is a GoneError
	opened time.Time
	frames int   // that were to be had from devices before this one
	pump   *pump // nil while the device is away
}

func openLive(name string, open func() (device, error)) (Source, error) {
	l := &live{name: name, open: open, opened: time.Now()}
	if err := l.reopen(); err != nil {
		return nil, err
	}
	return l, nil
}

// Live implements Source.
func (l *live) Live() bool { return true }

// Close implements Source. It waits for the device, but not for one that is stuck.
func (l *live) Close() error {
	if l.pump == nil {
		return nil
	}
	p := l.leave()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-p.ended:
	case <-timer.C:
	}
	return nil
}

// leave lets the device go. One that is stuck is closed when it comes round.
func (l *live) leave() *pump {
	p := l.pump
	l.pump = nil
	l.frames += p.stop()
	return p
}

// Read implements Source.
func (l *live) Read(img *gocv.Mat) (frame int, at time.Duration, err error) {
	if l.pump == nil {
		if err := l.reopen(); err != nil {
			return 0, 0, err
		}
	}
	p := l.pump
	timer := time.NewTimer(p.patience)
	defer timer.Stop()
	select {
	case <-p.fresh:
	case <-p.ended:
		l.leave()
		return 0, 0, l.gone(Unplugged, "no more pictures come from there; was it unplugged or switched off?")
	case <-timer.C:
		l.leave()
		return 0, 0, l.gone(Stuck, "it is stuck; pull its plug and put it in again")
	}
	p.patience = patience
	number, seen := p.take(img)
	if err := toBGR(img); err != nil {
		l.leave()
		return 0, 0, l.gone(OddKind, "its pictures are of a kind that cannot be read; choose another camera, or another size of picture")
	}
	return l.frames + number, seen.Sub(l.opened), nil
}

func (l *live) gone(reason, text string) error {
	return &GoneError{Name: l.name, Reason: reason, Text: text}
}

// reopen opens the device, unless that takes too long.
func (l *live) reopen() error {
	type opened struct {
		device device
		err    error
	}
	done := make(chan opened)
	given := make(chan struct{}) // up
	go func() {
		d, err := l.open()
		select {
		case done <- opened{d, err}:
		case <-given:
			if err == nil {
				_ = d.Close() // too late for anybody to hear what is wrong with it
			}
		}
	}()
	timer := time.NewTimer(openPatience)
	defer timer.Stop()
	select {
	case o := <-done:
		if o.err != nil {
			return o.err
		}
		l.pump = newPump(o.device)
		return nil
	case <-timer.C:
		close(given)
		return l.gone(Unanswered, "it does not answer; is it switched on, and the address right?")
	}
}

var errUnknownKind = errors.New("pictures of an unknown kind")

// toBGR makes eight-bit blue, green and red of what a device gave.
func toBGR(img *gocv.Mat) error {
	switch img.Type() {
	case gocv.MatTypeCV8UC3:
		return nil
	case gocv.MatTypeCV8UC1:
		return gocv.CvtColor(*img, img, gocv.ColorGrayToBGR)
	case gocv.MatTypeCV8UC4:
		return gocv.CvtColor(*img, img, gocv.ColorBGRAToBGR)
	}
	return errUnknownKind
}

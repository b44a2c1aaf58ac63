package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/vision"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/web"
	"github.com/castellan-companion/castellan/web/phone"
)

// phonePatience is how long a phone's next picture may take until the phone is said to be gone.
const phonePatience = 3 * time.Second

// Errors of phoneEye, for people; phone_door is why no phone can come in.
var (
	errPhoneGone   = companion.WithCode(errors.New("the phone is gone; unlock it and open its page again, then it goes on by itself"), "phone_gone")
	errPhoneTurned = companion.WithCode(
		errors.New("the phone was turned, so its picture has another shape; the table is looked at anew"), "phone_turned",
	)
)

// phoneCamera gives a phone's pictures and tells the phone what was seen (phone.Camera).
type phoneCamera interface {
	Next(context.Context) (phone.Frame, error)
	Show(phone.Seen)
}

// phoneEye watches the pictures that a phone sends (companion.Eye).
type phoneEye struct {
	camera   phoneCamera
	rate     float64 // pictures a second; 0 for cameraRate
	patience time.Duration
	options  vision.Options
}

// Watch implements companion.Eye. It waits for the first picture as long as it takes.
func (e *phoneEye) Watch(ctx context.Context, see func(reading.Observation)) (err error) {
	watcher, err := vision.NewWatcher(e.options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, watcher.Close()) }()

	shot, err := e.camera.Next(ctx)
	if err != nil {
		return err
	}
	first := shot
	for frame := 0; ; frame++ {
		if shot.Size != first.Size {
			return errPhoneTurned
		}
		due := time.Now().Add(time.Duration(float64(time.Second) / rateOf(e.rate)))
		if err := e.look(watcher, shot, frame, shot.At.Sub(first.At), see); err != nil {
			return fmt.Errorf("the phone's picture %d: %w", frame, err)
		}
		if err := sleep(ctx, time.Until(due)); err != nil {
			return err
		}
		if shot, err = e.next(ctx); err != nil {
			return err
		}
	}
}

// look observes one picture. One that cannot be decoded is passed over: the network does not change pictures, so the phone
// has sent it so, and the next one may be better.
func (e *phoneEye) look(
	watcher *vision.Watcher, shot phone.Frame, frame int, at time.Duration, see func(reading.Observation),
) (err error) {
	img, err := gocv.IMDecode(shot.JPEG, gocv.IMReadColor|gocv.IMReadIgnoreOrientation)
	defer func() { err = errors.Join(err, img.Close()) }()
	if err != nil || img.Cols() != shot.Size[0] || img.Rows() != shot.Size[1] {
		return nil
	}
	obs, err := observe(watcher, img, shot.JPEG, frame, at)
	if err != nil {
		return err
	}
	see(obs)
	e.camera.Show(phone.Seen{
		Size: obs.Size, Outlines: obs.Outlines, Quiet: obs.Quiet,
		Towers: len(obs.Current.Towers), Walls: len(obs.Current.Walls),
	})
	return nil
}

func (e *phoneEye) next(ctx context.Context) (phone.Frame, error) {
	waiting, cancel := context.WithTimeout(ctx, e.patience)
	defer cancel()
	shot, err := e.camera.Next(waiting)
	if err != nil && ctx.Err() == nil {
		return shot, errPhoneGone
	}
	return shot, err
}

// phoneDoor opens and closes the door for phones (web.Phone).
type phoneDoor struct {
	folder string // for certificate and key

	mu   sync.Mutex // guards door
	door *phone.Door
}

// open lets phones in, if it does not already.
func (d *phoneDoor) open(ctx context.Context) (*phone.Camera, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.door == nil {
		door, err := phone.Open(ctx, phone.Options{Folder: d.folder, Page: web.PhonePage})
		if err != nil {
			return nil, companion.WithCode(err, "phone_door")
		}
		d.door = door
	}
	return d.door.Camera(), nil
}

// Close sends the phone away and lets no other in, until the door is opened again.
func (d *phoneDoor) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.door == nil {
		return nil
	}
	door := d.door
	d.door = nil
	return door.Close()
}

// Addresses implements web.Phone.
func (d *phoneDoor) Addresses() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.door == nil {
		return nil
	}
	return d.door.Addresses()
}

package setup

import (
	"context"
	"image"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/companion"
)

// Pictures are the camera's.
type Pictures interface {
	// Picture is the newest one, as soon as it is another than that of this number.
	Picture(ctx context.Context, shown int64) (*companion.Picture, error)
}

// Eye is what is known of the camera and pieces that the table is watched with.
type Eye interface {
	// Camera is nil where the lens is not known.
	Camera() *calibration.Camera
	Set() calibration.Set
	// UseSet watches the table with these measures from now on.
	UseSet(context.Context, calibration.Set) error
	// UseCamera watches the table with this lens from now on, also when its source is chosen again.
	UseCamera(context.Context, calibration.Camera) error
}

// TagFinder finds tags (apriltag.Detector).
type TagFinder interface {
	Detect(*image.Gray) ([]calibration.TagDetection, error)
}

// Measurer measures piece sets; lens is nil where the camera's is not known.
type Measurer interface {
	// LearnSet measures pieces that stand apart from each other (vision.LearnSet).
	LearnSet(pictures pieces.Pictures, lens *calibration.Camera) (pieces.Learned, error)
	// MeasureSet measures the courtyard in a JPEG picture (vision.MeasureSet).
	MeasureSet(picture []byte, lens *calibration.Camera) (pieces.Learned, error)
}

// Desk is where a table is set up. Its methods may be called from any goroutine.
type Desk struct {
	Pictures Pictures
	Eye      Eye
	Tags     TagFinder
	Measurer Measurer
	Shelf    calibration.Shelf
	Memory   *Memory

	bare atomic.Pointer[table] // nil until KeepBare

	mu        sync.Mutex    // guards what follows
	lensGuide *lensGuide    // nil while the lens is not being measured
	looks     []image.Image // at pieces that stand on the table, since it was bare
}

// mostLooks at pieces are measured together; older ones are forgotten.
const mostLooks = 6

// LearnSet measures the pieces that stand on the table, which was bare when KeepBare was called. It goes by all looks since then, between
// which people may turn the pieces.
func (d *Desk) LearnSet(ctx context.Context) (pieces.Learned, error) {
	bare := d.bare.Load()
	if bare == nil {
		return pieces.Learned{}, ErrNoBare
	}
	_, img, err := d.picture(ctx, 0)
	if err != nil {
		return pieces.Learned{}, err
	}
	d.mu.Lock()
	d.looks = append(d.looks, img)
	d.looks = d.looks[max(0, len(d.looks)-mostLooks):]
	looks := slices.Clone(d.looks)
	d.mu.Unlock()
	learned, err := d.Measurer.LearnSet(pieces.Pictures{Looks: looks, Bare: bare.picture}, d.lens(img.Bounds().Size()))
	return learned, coded(err)
}

// MeasureSet measures the pieces by the courtyard that stands on the table.
func (d *Desk) MeasureSet(ctx context.Context) (pieces.Learned, error) {
	p, img, err := d.picture(ctx, 0)
	if err != nil {
		return pieces.Learned{}, err
	}
	learned, err := d.Measurer.MeasureSet(p.JPEG, d.lens(img.Bounds().Size()))
	return learned, coded(err)
}

// KeepSet keeps a set under its name and uses it.
func (d *Desk) KeepSet(ctx context.Context, set calibration.Set) error {
	if err := d.Shelf.Put(set); err != nil {
		return err
	}
	return d.useSet(ctx, set)
}

// UseSet uses a set that is kept, or a preset.
func (d *Desk) UseSet(ctx context.Context, name string) error {
	set, err := d.Shelf.Set(name)
	if err != nil {
		return err
	}
	return d.useSet(ctx, set)
}

func (d *Desk) useSet(ctx context.Context, set calibration.Set) error {
	if err := d.Memory.Change(func(c *Choices) { c.Set = set.Name }); err != nil {
		return err
	}
	return d.Eye.UseSet(ctx, set)
}

package setup

import (
	"context"
	"image"

	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/calibration/guide"
)

// LensStep is what the guide through measuring the lens asks for, and where it sees the tags.
type LensStep struct {
	guide.Step
	Size [2]int `json:"size"`
	Tags []Tag  `json:"tags"`
}

// lensGuide is a guide for pictures of one size.
type lensGuide struct {
	guide *guide.Guide
	size  image.Point
	shown int64 // number of the last picture that it looked at
	done  LensStep
}

// BeginLens begins to measure the lens from the tags alone.
func (d *Desk) BeginLens() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lensGuide = nil
}

// GuideLens looks at the next picture and says what to do. When it is done the lens is used from then on.
func (d *Desk) GuideLens(ctx context.Context) (LensStep, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := d.lensGuide
	if g != nil && g.done.Do == guide.Done {
		return g.done, nil
	}
	var shown int64
	if g != nil {
		shown = g.shown
	}
	p, img, err := d.picture(ctx, shown)
	if err != nil {
		return LensStep{}, err
	}
	size := img.Bounds().Size()
	if g == nil || g.size != size {
		g = &lensGuide{guide: guide.New(size.X, size.Y), size: size}
		d.lensGuide = g
	}
	g.shown = p.Number
	found, err := d.Tags.Detect(apriltag.Gray(img))
	if err != nil {
		return LensStep{}, err
	}
	step := LensStep{Step: g.guide.Look(found), Size: [2]int{size.X, size.Y}, Tags: []Tag{}}
	for _, tag := range found {
		step.Tags = append(step.Tags, Tag{ID: tag.ID, Corners: tag.Corners, Fits: true})
	}
	if step.Do != guide.Done {
		return step, nil
	}
	camera, err := g.guide.Camera()
	if err != nil {
		return LensStep{}, err
	}
	camera.Name = "measured from the tags"
	if err := d.Eye.UseCamera(ctx, camera); err != nil {
		return LensStep{}, err
	}
	g.done = step
	return step, nil
}

package main

import (
	"image"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision/synth"
)

// otherCamera shows what a rendered picture shows less sharply and with deeper shadows, more like given ones (see synth.Played).
type otherCamera struct {
	blur  float64 // px, standard deviation
	tones *[256]uint8
}

// randomCamera draws one; its tones are nil for those that the picture has.
func randomCamera(rng *rand.Rand) *otherCamera {
	const (
		leastBlur, mostBlur = 0.1, 1.0
		asTheyAre           = 0.15
	)
	c := &otherCamera{blur: leastBlur + (mostBlur-leastBlur)*rng.Float64()}
	if rng.Float64() >= asTheyAre {
		tones := synth.RandomTones(rng)
		c.tones = &[256]uint8{}
		for i := range c.tones {
			c.tones[i] = uint8(math.Round(tones.Of(float64(i)/math.MaxUint8) * math.MaxUint8))
		}
	}
	return c
}

// apply changes a picture.
func (c *otherCamera) apply(m *image.RGBA) error {
	seen, err := gocv.NewMatFromBytes(m.Rect.Dy(), m.Rect.Dx(), gocv.MatTypeCV8UC4, m.Pix)
	if err != nil {
		return err
	}
	defer seen.Close()
	if err := gocv.GaussianBlur(seen, &seen, image.Point{}, c.blur, c.blur, gocv.BorderReplicate); err != nil {
		return err
	}
	pix, err := seen.DataPtrUint8()
	if err != nil {
		return err
	}
	copy(m.Pix, pix)
	if c.tones == nil {
		return nil
	}
	for i := range m.Pix {
		if i%4 < 3 {
			m.Pix[i] = c.tones[m.Pix[i]]
		}
	}
	return nil
}

// sharp says whether a group's pictures are of the project's own renderer and sharper and paler than given ones: called after its presets,
// but for the name that given ones have too and for those whose shadows are as deep as theirs.
func sharp(group string) bool {
	knobs, err := synth.Preset(group)
	return err == nil && group != "easy" && knobs.Deep == 0
}

package main

import (
	"image"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/vision/synth"
)

// cameraLook is what another camera makes of a rendered picture: as little sharp, and with as deep shadows, as the given ones are (see
// synth.Played).
type cameraLook struct {
	blur  float64 // px, standard deviation
	tones *[256]uint8
}

// randomLook draws one; tones are nil for those that the picture has.
func randomLook(rng *rand.Rand) cameraLook {
	const (
		leastBlur, mostBlur = 0.1, 1.0
		asTheyAre           = 0.15
	)
	l := cameraLook{blur: leastBlur + (mostBlur-leastBlur)*rng.Float64()}
	if rng.Float64() >= asTheyAre {
		tones := synth.RandomTones(rng)
		l.tones = &[256]uint8{}
		for i := range l.tones {
			l.tones[i] = uint8(math.Round(tones.Of(float64(i)/math.MaxUint8) * math.MaxUint8))
		}
	}
	return l
}

// apply changes a picture.
func (l *cameraLook) apply(m *image.RGBA) error {
	seen, err := gocv.NewMatFromBytes(m.Rect.Dy(), m.Rect.Dx(), gocv.MatTypeCV8UC4, m.Pix)
	if err != nil {
		return err
	}
	defer seen.Close()
	if err := gocv.GaussianBlur(seen, &seen, image.Point{}, l.blur, l.blur, gocv.BorderReplicate); err != nil {
		return err
	}
	pix, err := seen.DataPtrUint8()
	if err != nil {
		return err
	}
	copy(m.Pix, pix)
	if l.tones == nil {
		return nil
	}
	for i := range m.Pix {
		if i%4 < 3 {
			m.Pix[i] = l.tones[m.Pix[i]]
		}
	}
	return nil
}

// sharp says whether a group's pictures are of the project's own renderer and sharper and paler than given ones: called after its presets,
// but for the name that given ones have too and for the one that is like them.
func sharp(group string) bool {
	_, err := synth.Preset(group)
	return err == nil && group != "easy" && group != "played"
}

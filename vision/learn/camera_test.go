package main

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAnotherCameraBlursAnEdgeAndKeepsWhatIsFarFromIt(t *testing.T) {
	const side, dark, bright = 20, 40, 200
	edge := func() *image.RGBA {
		m := image.NewRGBA(image.Rect(0, 0, side, side))
		for i := range m.Pix {
			switch {
			case i%4 == 3:
				m.Pix[i] = 255
			case i/4%side < side/2:
				m.Pix[i] = dark
			default:
				m.Pix[i] = bright
			}
		}
		return m
	}
	m := edge()
	camera := otherCamera{blur: 0.8}
	require.NoError(t, camera.apply(m))
	assert.EqualValues(t, dark, m.RGBAAt(2, 5).R)
	assert.EqualValues(t, bright, m.RGBAAt(side-3, 5).G)
	before, after := m.RGBAAt(side/2-1, 5), m.RGBAAt(side/2, 5)
	assert.Greater(t, before.B, uint8(dark+20), "the edge has spread to the dark side")
	assert.Less(t, after.B, uint8(bright-20), "and to the bright one")
	assert.EqualValues(t, 255, before.A)

	m = edge()
	camera = otherCamera{blur: 0.1, tones: &[256]uint8{dark: 10, bright: 150}}
	require.NoError(t, camera.apply(m))
	assert.EqualValues(t, 10, m.RGBAAt(2, 5).R)
	assert.EqualValues(t, 150, m.RGBAAt(side-3, 5).R)
	assert.EqualValues(t, 255, m.RGBAAt(2, 5).A)
}

func TestOnlyRenderedPicturesAreTooSharp(t *testing.T) {
	for group, want := range map[string]bool{"usual": true, "slanted": true, "stark": true, "played": false, "home": false, "clutter": false, "easy": false, "film": false, "": false} {
		assert.Equal(t, want, sharp(group), group)
	}
}

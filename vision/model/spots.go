package model

import (
	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/nn"
	"github.com/castellan-companion/castellan/vision/volume"
)

// SpotsPerPitch is how finely Spots samples the table: samples to a pitch. Its outputs stand SpotsStride samples apart.
const (
	SpotsPerPitch = 12
	SpotsStride   = 4
)

// Channels of the output of Spots.
const (
	SpotTower  = iota // logit: the tower nearest to this place is nearer to it than to its neighbours
	SpotX             // that tower's offset from here, in pitches
	SpotY             //
	SpotCastle        // logit: part of a castle (a linked tower or wall) is here
	SpotCos4          // cosine and sine of four times the angle between the picture's first axis and the lattice's
	SpotSin4
	SpotChannels
)

// spotsPlanes are the table and the tops of walls and towers.
const spotsPlanes = 3

// NewSpots is the untrained network. It sees three pitches around each place: of a tower the walls and the towers beyond them, which tell it
// from the pattern of a cloth.
func NewSpots() *nn.Net {
	layers := []nn.Layer{
		{Kernel: 5, Stride: 2, In: volume.Channels(spotsPlanes), Out: 32, ReLU: true},
		{Kernel: 3, Stride: 2, In: 32, Out: 48, ReLU: true},
	}
	const depth = 8
	for range depth {
		layers = append(layers, shortcut(48))
	}
	return &nn.Net{Layers: append(layers, nn.Layer{Kernel: 1, Stride: 1, In: 48, Out: SpotChannels})}
}

// SpotsFrame is the volume that Spots looks at: w by h samples from origin (mm) along the unit vectors x and y.
func SpotsFrame(origin, x, y [2]float64, w, h int, set *calibration.Set) volume.Frame {
	return volume.Frame{
		Origin: origin, X: x, Y: y,
		Step: set.PitchMM / SpotsPerPitch,
		W:    w, H: h,
		Planes: []float64{0, set.WallHeightMM, set.TowerHeightMM},
	}
}

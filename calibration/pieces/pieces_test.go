package pieces

import (
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
)

// tiltedView looks from a tilt at the middle of the table.
func tiltedView(degrees float64) calibration.View {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return calibration.View{Camera: calibration.GuessCamera(1280, 720), Pose: calibration.Pose{
		R: [3][3]float64{{1, 0, 0}, {0, -c, -s}, {0, s, -c}}, T: [3]float64{0, 0, 520},
	}}
}

// mm is a measure that is as good as sure.
func mm(of float64) Measure { return Measure{MM: of, Error: 0.2} }

// usual are pieces of the game as it is sold.
func usual() []Piece {
	s := calibration.DefaultSet()
	wall := func(kind Kind, pitches float64) Piece {
		return Piece{Kind: kind, Length: mm(pitches*s.PitchMM - s.TowerDiameterMM), Width: mm(s.WallThicknessMM), Height: mm(s.WallHeightMM)}
	}
	return []Piece{
		{Kind: Tower, Width: mm(s.TowerDiameterMM), Height: mm(s.TowerHeightMM)},
		wall(Short, 1), wall(Long, 2),
		{Kind: Keep, Width: mm(s.KeepMM - 1), Height: mm(s.KeepHeightMM + 1)},
		{Kind: Keep, Width: mm(s.KeepMM + 1), Height: mm(s.KeepHeightMM - 1)},
	}
}

func TestMean(t *testing.T) {
	m := Mean(Measure{10, 0.5}, Measure{10.6, 1})
	assert.InDelta(t, 10.12, m.MM, 1e-9)
	assert.InDelta(t, 0.447, m.Error, 1e-3)
	b, err := json.Marshal(Piece{Kind: Tower, Width: Measure{16.5, 1}})
	require.NoError(t, err)
	assert.JSONEq(t, `{"kind":"tower","width_mm":16.5,"outline":null}`, string(b))
}

func TestSetOf(t *testing.T) {
	got, err := SetOf(usual())
	require.NoError(t, err)
	want := calibration.DefaultSet().Rounded()
	want.Name, want.Rough = "", true
	assert.Equal(t, want, got)

	contradicting := usual()
	contradicting[2].Length.MM -= 4
	_, err = SetOf(contradicting)
	require.ErrorIs(t, err, ErrUnclear)
	require.ErrorContains(t, err, "lengths")

	unseen := usual()
	unseen[0].Width.Error, unseen[2].Length.Error = 4, 4
	_, err = SetOf(unseen)
	require.ErrorIs(t, err, ErrUnclear)
	require.ErrorContains(t, err, "ends")
	got, err = SetOf(unseen, usual())
	require.NoError(t, err, "seen better at another look")
	assert.InDelta(t, want.PitchMM, got.PitchMM, 0.01)

	flat := usual()
	flat[0].Height.MM /= 2
	_, err = SetOf(flat)
	require.ErrorIs(t, err, ErrUnclear)
	assert.ErrorContains(t, err, "proportions")
}

func TestOutlines(t *testing.T) {
	view := tiltedView(35)
	for _, p := range usual() {
		p.AtMM, p.AngleDeg = [2]float64{20, -30}, 40
		outline := p.OutlineIn(&view)
		sin, cos := math.Sincos(40 * math.Pi / 180)
		for _, share := range []float64{-0.4, 0, 0.4} {
			reach := share * max(p.Width.MM, p.Length.MM)
			at := view.Pixel([3]float64{20 + reach*cos, -30 + reach*sin, p.Height.MM / 2})
			assert.Len(t, Hull(append([][2]float64{at}, outline...)), len(outline), "%s: inside at %v", p.Kind, share)
		}
		beyond := -0.7 * max(p.Width.MM, p.Length.MM) // on the camera's side
		at := view.Pixel([3]float64{20 + beyond*cos, -30 + beyond*sin, 0})
		assert.Contains(t, Hull(append([][2]float64{at}, outline...)), at, "%s: beyond its end", p.Kind)
	}
}

func TestColoursAreToldInsideOutlines(t *testing.T) {
	view := tiltedView(35)
	picture := image.NewRGBA(image.Rect(0, 0, view.Width, view.Height))
	draw.Draw(picture, picture.Rect, image.NewUniform(color.RGBA{30, 30, 160, 255}), image.Point{}, draw.Src)
	keep := usual()[3]
	keep.Outline = keep.OutlineIn(&view)
	rows(keep.Outline, view.Width, view.Height, func(y int, from, to float64) {
		for x := int(from); x <= int(to)+1; x++ {
			picture.Set(x, y, color.RGBA{200, 40, 30, 255})
		}
	})
	all := []Piece{keep}
	Colour(all, picture, &view, nil)
	assert.Equal(t, "red", all[0].Color)
	assert.InDeltaSlice(t, []int{200, 40, 30}, []int{int(all[0].RGB[0]), int(all[0].RGB[1]), int(all[0].RGB[2])}, 3)
}

func TestLattice(t *testing.T) {
	for _, set := range []struct {
		short, long    int
		pitchMM, tower float64
	}{{1, 2, 32, 17}, {1, 2, 48, 26}, {1, 3, 30, 16}, {2, 3, 20, 16}} {
		length := func(pitches int) Measure { return mm(float64(pitches)*set.pitchMM - set.tower) }
		short, long, pitch, contradiction := Lattice(mm(set.tower), length(set.short), length(set.long))
		assert.Equal(t, []int{set.short, set.long}, []int{short, long})
		assert.InDelta(t, set.pitchMM, pitch.MM, 1e-9)
		assert.InDelta(t, 0.1, pitch.Error, 0.05, "rather surer than the measures")
		assert.InDelta(t, 0, contradiction, 1e-6)
	}
	_, _, _, contradiction := Lattice(mm(17), mm(15), mm(44))
	assert.Greater(t, contradiction, mostErrors, "the long wall is 3 mm too short")
	_, _, pitch, contradiction := Lattice(mm(17), mm(15), Measure{MM: 44, Error: 5})
	assert.Less(t, contradiction, mostErrors, "the long wall is hardly seen")
	assert.InDelta(t, 32, pitch.MM, 0.1, "so the others tell")
}

func TestProportions(t *testing.T) {
	set := calibration.DefaultSet()
	assert.True(t, proportioned(set))
	set.WallHeightMM *= 1.6
	assert.False(t, proportioned(set))
}

func TestColourNames(t *testing.T) {
	paper := [3]float64{250, 240, 200} // in the light of a lamp
	for want, rgb := range map[string][3]float64{
		"red": {180, 30, 25}, "yellow": {220, 180, 30}, "green": {30, 120, 40}, "blue": {30, 70, 140},
		"orange": {230, 110, 20}, "purple": {130, 30, 140},
	} {
		hue, saturation := hueAndSaturation(rgb, paper)
		assert.Equal(t, want, colourName(hue), "hue %v", hue)
		assert.Greater(t, saturation, 0.3)
	}
	_, saturation := hueAndSaturation([3]float64{125, 120, 100}, paper)
	assert.InDelta(t, 0, saturation, 1e-9, "grey, as yellow as the paper")
	_, saturation = hueAndSaturation([3]float64{}, paper)
	assert.Zero(t, saturation)
}

func TestHull(t *testing.T) {
	square := [][2]float64{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {2, 2}, {2, 0}, {1, 3}}
	assert.Len(t, Hull(square), 4)
	area := 0.0
	rows(Hull(square), 10, 10, func(_ int, from, to float64) { area += to - from })
	assert.InDelta(t, 16, area, 4, "four or five rows of 4")
	rows([][2]float64{{-5, -5}, {50, -5}, {50, 50}, {-5, 50}}, 8, 6, func(y int, from, to float64) {
		assert.InDelta(t, 0, from, 0)
		assert.InDelta(t, 7, to, 0)
		assert.Less(t, y, 6)
	})
	assert.Empty(t, Hull(nil))
	rows(nil, 8, 6, func(int, float64, float64) { t.Error("there is nothing") })
}

package pieces

import (
	"encoding/json"
	"image"
	_ "image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
)

func load(t *testing.T, name string) image.Image {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name+".jpg"))
	require.NoError(t, err)
	defer file.Close()
	m, _, err := image.Decode(file)
	require.NoError(t, err)
	return m
}

// keepsOf are the places of the keeps by their colours, and where the camera hangs, of a scene file.
func keepsOf(t *testing.T, name string) (keeps map[string][2]float64, pose calibration.Pose) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	require.NoError(t, err)
	var truth struct {
		Camera calibration.Pose
		Castle struct {
			Keeps []struct {
				Color string
				AtMM  [2]float64 `json:"at_mm"`
			}
		}
	}
	require.NoError(t, json.Unmarshal(data, &truth))
	keeps = map[string][2]float64{}
	for _, k := range truth.Castle.Keeps {
		keeps[k.Color] = k.AtMM
	}
	return keeps, truth.Camera
}

// The pictures of testdata are rendered (vision/synth's RandomLineup, tilted by 25 to 45 degrees, 1280x720).
func TestLearn(t *testing.T) {
	for _, test := range []struct {
		name string
		lens bool
	}{{"linen", false}, {"planks", true}, {"felt", true}} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join("testdata", test.name+".json")
			lens, err := calibration.LoadCamera(path)
			require.NoError(t, err)
			camera := &lens
			if !test.lens {
				camera = nil
			}
			got, err := Learn(Pictures{Pieces: load(t, test.name), Bare: load(t, test.name+"_bare")}, camera)
			require.NoError(t, err)
			want, err := calibration.LoadSet(path)
			require.NoError(t, err)
			assert.Equal(t, []int{want.Short, want.Long}, []int{got.Set.Short, got.Set.Long})
			assert.InEpsilon(t, want.PitchMM, got.Set.PitchMM, 0.03, "pitch")
			assert.InDelta(t, want.TowerDiameterMM, got.Set.TowerDiameterMM, 1.9, "tower's diameter: its cap is up to 12 % wider")
			assert.InDelta(t, want.TowerHeightMM, got.Set.TowerHeightMM, 3, "tower's height")
			assert.InDelta(t, want.WallThicknessMM, got.Set.WallThicknessMM, 1, "wall's thickness")
			assert.InDelta(t, want.WallHeightMM, got.Set.WallHeightMM, 3.5, "wall's height")
			assert.InDelta(t, want.KeepMM, got.Set.KeepMM, 1.3, "keep's width")
			assert.InDelta(t, want.KeepHeightMM, got.Set.KeepHeightMM, 2.5, "keep's height")

			keeps, pose := keepsOf(t, test.name)
			truth := calibration.View{Camera: lens, Pose: pose}
			require.Len(t, got.Pieces, 3+len(keeps))
			for i, kind := range []Kind{Tower, Short, Long} {
				assert.Equal(t, kind, got.Pieces[i].Kind)
				assert.Empty(t, got.Pieces[i].Color)
			}
			for _, keep := range got.Pieces[3:] {
				at, ok := keeps[keep.Color]
				require.True(t, ok, "a %s keep", keep.Color)
				assert.Equal(t, Keep, keep.Kind)
				// The frames differ, but the keep's middle must lie within what is drawn for it.
				pixel := truth.Pixel([3]float64{at[0], at[1], want.KeepHeightMM / 2})
				assert.True(t, inside(keep.Outline, pixel), "%s keep at %v, drawn as %v", keep.Color, pixel, keep.Outline)
			}
		})
	}
}

// inside tells whether a point lies in a convex polygon.
func inside(polygon [][2]float64, p [2]float64) bool {
	return len(Hull(append([][2]float64{p}, polygon...))) == len(Hull(polygon))
}

func TestLearnRefusesWhatCannotBeTold(t *testing.T) {
	lens, err := calibration.LoadCamera("testdata/grey.json")
	require.NoError(t, err)
	_, err = Learn(Pictures{Pieces: load(t, "grey"), Bare: load(t, "grey_bare")}, &lens)
	require.ErrorIs(t, err, ErrUnclear, "grey pieces on a table of the same grey")

	_, err = Learn(Pictures{Pieces: load(t, "felt_bare"), Bare: load(t, "felt_bare")}, nil)
	require.ErrorIs(t, err, ErrFewPieces)

	_, err = Learn(Pictures{Pieces: load(t, "felt"), Bare: image.NewGray(image.Rect(0, 0, 64, 48))}, nil)
	require.ErrorIs(t, err, ErrSizes)

	nothing := image.NewGray(image.Rect(0, 0, 640, 480))
	_, err = Learn(Pictures{Pieces: nothing, Bare: nothing}, nil)
	require.ErrorIs(t, err, calibration.ErrNoTags)
}

func TestLattice(t *testing.T) {
	for _, set := range []struct {
		short, long    int
		pitchMM, tower float64
	}{{1, 2, 32, 17}, {1, 2, 48, 26}, {1, 3, 30, 16}, {2, 3, 20, 16}} {
		length := func(pitches int) float64 { return float64(pitches)*set.pitchMM - set.tower }
		short, long, pitch, contradiction := lattice(set.tower, length(set.short), length(set.long))
		assert.Equal(t, []int{set.short, set.long}, []int{short, long})
		assert.InDelta(t, set.pitchMM, pitch, 1e-9)
		assert.InDelta(t, 0, contradiction, 1e-6)
	}
	_, _, _, contradiction := lattice(17, 15, 44)
	assert.Greater(t, contradiction, mostErrors, "the long wall is 3 mm too short")
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

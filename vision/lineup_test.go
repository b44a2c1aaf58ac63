package vision

import (
	"encoding/json"
	"image"
	_ "image/jpeg"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	learning "github.com/castellan-companion/castellan/calibration/pieces"
)

const lineups = "testdata/lineups"

func picture(t *testing.T, name string) image.Image {
	t.Helper()
	file, err := os.Open(filepath.Join(lineups, name+".jpg"))
	require.NoError(t, err)
	defer file.Close()
	m, _, err := image.Decode(file)
	require.NoError(t, err)
	return m
}

// keepsOf are the places of the keeps by their colours, and where the camera hangs, of a scene file.
func keepsOf(t *testing.T, name string) (keeps map[string][2]float64, pose calibration.Pose) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(lineups, name+".json"))
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
func TestLearnSet(t *testing.T) {
	for _, test := range []struct {
		name string
		lens bool
	}{{"linen", false}, {"planks", true}, {"felt", true}} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(lineups, test.name+".json")
			lens, err := calibration.LoadCamera(path)
			require.NoError(t, err)
			camera := &lens
			if !test.lens {
				camera = nil
			}
			got, err := LearnSet(learning.Pictures{Looks: []image.Image{picture(t, test.name)}, Bare: picture(t, test.name+"_bare")}, camera)
			require.NoError(t, err)
			want, err := calibration.LoadSet(path)
			require.NoError(t, err)
			assert.Equal(t, []int{want.Short, want.Long}, []int{got.Set.Short, got.Set.Long})
			assert.InEpsilon(t, want.PitchMM, got.Set.PitchMM, 0.04, "pitch: it is found anew in every picture that is read")
			assert.InDelta(t, want.TowerDiameterMM, got.Set.TowerDiameterMM, 1.9, "tower's diameter: its cap is up to 12 % wider")
			assert.InDelta(t, want.TowerHeightMM, got.Set.TowerHeightMM, 3, "tower's height")
			assert.InDelta(t, want.WallThicknessMM, got.Set.WallThicknessMM, 1, "wall's thickness")
			assert.InDelta(t, want.WallHeightMM, got.Set.WallHeightMM, 3.5, "wall's height")
			assert.InDelta(t, want.KeepMM, got.Set.KeepMM, 1.3, "keep's width")
			assert.InDelta(t, want.KeepHeightMM, got.Set.KeepHeightMM, 2.5, "keep's height")

			keeps, pose := keepsOf(t, test.name)
			truth := calibration.View{Camera: lens, Pose: pose}
			require.Len(t, got.Pieces, 3+len(keeps))
			for i, kind := range []learning.Kind{learning.Tower, learning.Short, learning.Long} {
				assert.Equal(t, kind, got.Pieces[i].Kind)
				assert.Empty(t, got.Pieces[i].Color)
			}
			for _, keep := range got.Pieces[3:] {
				at, ok := keeps[keep.Color]
				require.True(t, ok, "a %s keep", keep.Color)
				assert.Equal(t, learning.Keep, keep.Kind)
				// The frames differ, but the keep's middle must lie within what is drawn for it.
				pixel := truth.Pixel([3]float64{at[0], at[1], want.KeepHeightMM / 2})
				assert.True(t, insideConvex(keep.Outline, pixel), "%s keep at %v, drawn as %v", keep.Color, pixel, keep.Outline)
			}
		})
	}
}

// insideConvex tells whether a point lies in a convex polygon.
func insideConvex(polygon [][2]float64, p [2]float64) bool {
	return len(learning.Hull(append([][2]float64{p}, polygon...))) == len(learning.Hull(polygon))
}

func TestLearnSetRefusesWhatCannotBeTold(t *testing.T) {
	lens, err := calibration.LoadCamera(lineups + "/grey.json")
	require.NoError(t, err)
	_, err = LearnSet(learning.Pictures{Looks: []image.Image{picture(t, "grey")}, Bare: picture(t, "grey_bare")}, &lens)
	require.ErrorIs(t, err, learning.ErrUnclear, "grey pieces on a table of the same grey")

	bare, laid := picture(t, "felt_bare"), picture(t, "felt")
	_, err = LearnSet(learning.Pictures{Looks: []image.Image{bare}, Bare: bare}, nil)
	require.ErrorIs(t, err, learning.ErrFewPieces)
	_, err = LearnSet(learning.Pictures{Looks: []image.Image{laid, bare}, Bare: bare}, nil)
	require.ErrorIs(t, err, learning.ErrFewPieces, "the newest look shows none")
	_, err = LearnSet(learning.Pictures{Looks: []image.Image{bare, laid}, Bare: bare}, nil)
	require.NoError(t, err, "an earlier look that showed none does no harm")

	_, err = LearnSet(learning.Pictures{Looks: []image.Image{laid}, Bare: image.NewGray(image.Rect(0, 0, 64, 48))}, nil)
	require.ErrorIs(t, err, learning.ErrSizes)

	nothing := image.NewGray(image.Rect(0, 0, 640, 480))
	_, err = LearnSet(learning.Pictures{Looks: []image.Image{nothing}, Bare: nothing}, nil)
	require.ErrorIs(t, err, calibration.ErrNoTags)
}

func TestPiecesThatWereNotTurnedTellNothingNew(t *testing.T) {
	before := []learning.Piece{
		{Kind: learning.Tower}, {Kind: learning.Short, AtMM: [2]float64{40, 0}, AngleDeg: 179}, {Kind: learning.Long, AtMM: [2]float64{0, 60}, AngleDeg: 20},
	}
	now := slices.Clone(before)
	now[0].AtMM, now[1].AngleDeg, now[2].AtMM[0] = [2]float64{9, 9}, -1, 0.5
	assert.True(t, unmoved(before, now), "neither end of a wall is its first one")
	now[2].AngleDeg = 35
	assert.False(t, unmoved(before, now))

	bare, laid := picture(t, "felt_bare"), picture(t, "felt")
	once, err := LearnSet(learning.Pictures{Looks: []image.Image{laid}, Bare: bare}, nil)
	require.NoError(t, err)
	again, err := LearnSet(learning.Pictures{Looks: []image.Image{laid, laid}, Bare: bare}, nil)
	require.NoError(t, err)
	assert.Equal(t, once, again)
}

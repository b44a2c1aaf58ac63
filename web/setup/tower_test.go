package setup

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/calibration/pieces"
)

// paint puts an upright cylinder onto the table, and a shadow of it.
func paint(img draw.Image, view *calibration.View, at [2]float64, diameter, height float64, shade uint8) {
	for k := range 40 { // its shadow
		d := float64(k) * height / 40
		fill(img, circle(view, [2]float64{at[0] + d/2, at[1] + d/2}, diameter/2, 0), shade/2)
	}
	for k := range 40 {
		fill(img, circle(view, at, diameter/2, height*float64(k)/39), shade)
	}
}

// fill paints a polygon that is small and nearly a circle.
func fill(img draw.Image, polygon [][2]float64, shade uint8) {
	var middle [2]float64
	for _, p := range polygon {
		middle[0] += p[0] / float64(len(polygon))
		middle[1] += p[1] / float64(len(polygon))
	}
	for _, p := range polygon {
		for k := range 60 {
			f := float64(k) / 60
			img.Set(int(middle[0]+f*(p[0]-middle[0])+0.5), int(middle[1]+f*(p[1]-middle[1])+0.5), color.Gray{shade})
		}
	}
}

// light copies a picture, brighter or darker by a factor and with noise.
func light(img image.Image, factor float64, seed uint64) *image.RGBA {
	rng := rand.New(rand.NewPCG(seed, 0))
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	var noise uint64
	for k := range out.Pix {
		if k%8 == 0 {
			noise = rng.Uint64()
		}
		if k%4 != 3 {
			grain := float64(noise>>(8*(k%8))&7) - 3.5
			out.Pix[k] = uint8(min(255, max(0, factor*float64(out.Pix[k])+grain)))
		}
	}
	return out
}

func encode(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, img, &jpeg.Options{Quality: 90}))
	return b.Bytes()
}

// a desk that has seen the bare table, and the picture and view of it.
func openBare(t *testing.T) (*Desk, image.Image, *calibration.View) {
	t.Helper()
	truth := loadStill(t, "tilt_04")
	desk, eye := openDesk(t, truth.jpeg)
	eye.camera = &truth.camera
	require.NoError(t, desk.KeepBare(t.Context()))
	img, err := jpeg.Decode(bytes.NewReader(truth.jpeg))
	require.NoError(t, err)
	tags, err := desk.Tags.Detect(apriltag.Gray(img))
	require.NoError(t, err)
	view, _ := desk.place(img.Bounds().Size(), tags)
	require.NotNil(t, view)
	return desk, img, view
}

func TestTowerIsSeenWhereverItStands(t *testing.T) {
	desk, bare, view := openBare(t)
	set := calibration.DefaultSet()
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 1))
		at := [2]float64{240*rng.Float64() - 120, 120*rng.Float64() - 60}
		img := light(bare, 0.85+0.3*rng.Float64(), seed)
		paint(img, view, at, set.TowerDiameterMM, set.TowerHeightMM, 200)
		desk.Pictures = wall{encode(t, img)}
		trial, err := desk.TryTower(t.Context())
		require.NoError(t, err)
		require.Equal(t, Tower, trial.Found, "seed %d, at %v", seed, at)
		var x, y float64
		for _, p := range trial.Outline {
			x += p[0] / float64(len(trial.Outline))
			y += p[1] / float64(len(trial.Outline))
		}
		top := view.Pixel([3]float64{at[0], at[1], set.TowerHeightMM})
		assert.InDelta(t, top[0], x, 12, "seed %d, at %v", seed, at)
		assert.InDelta(t, top[1], y, 12, "seed %d, at %v", seed, at)
	}
}

func TestWhatIsNoTower(t *testing.T) {
	desk, bare, view := openBare(t)
	set := calibration.DefaultSet()
	tests := []struct {
		name   string
		change func(*image.RGBA)
		want   string
	}{
		{"nothing", func(*image.RGBA) {}, Nothing},
		{"a hand", func(img *image.RGBA) {
			draw.Draw(img, image.Rect(300, 200, 800, 720), image.NewUniform(color.RGBA{220, 170, 150, 255}), image.Point{}, draw.Src)
		}, Hand},
		{"a mug", func(img *image.RGBA) { paint(img, view, [2]float64{}, 3*set.TowerDiameterMM, 60, 250) }, Larger},
		{"a crumb", func(img *image.RGBA) { paint(img, view, [2]float64{}, 6, 3, 250) }, Smaller},
	}
	for _, test := range tests {
		img := light(bare, 1, 1)
		test.change(img)
		desk.Pictures = wall{encode(t, img)}
		trial, err := desk.TryTower(t.Context())
		require.NoError(t, err, test.name)
		assert.Equal(t, test.want, trial.Found, test.name)
		assert.Empty(t, trial.Outline, test.name)
	}
}

func TestTowerNeedsTheBareTable(t *testing.T) {
	desk, _ := openDesk(t, loadStill(t, "tilt_04").jpeg)
	_, err := desk.TryTower(t.Context())
	require.ErrorIs(t, err, ErrNoBare)

	require.NoError(t, desk.KeepBare(t.Context()))
	desk.Pictures = wall{encode(t, image.NewGray(image.Rect(0, 0, 640, 480)))}
	require.ErrorIs(t, desk.KeepBare(t.Context()), ErrNoView)
	_, err = desk.TryTower(t.Context())
	require.ErrorIs(t, err, ErrNoBare, "another camera's picture is of another size")
}

// counting is a Measurer that is sure at the second look.
type counting struct{ looks []int }

func (m *counting) LearnSet(p pieces.Pictures, _ *calibration.Camera) (pieces.Learned, error) {
	m.looks = append(m.looks, len(p.Looks))
	if len(p.Looks) < 2 {
		return pieces.Learned{}, pieces.ErrUnclear
	}
	return pieces.Learned{Set: calibration.DefaultSet()}, nil
}

func (m *counting) MeasureSet([]byte, *calibration.Camera) (pieces.Learned, error) {
	return pieces.Learned{}, pieces.ErrNoCourtyard
}

func TestEveryLookAtThePiecesCounts(t *testing.T) {
	desk, _, _ := openBare(t)
	m := &counting{}
	desk.Measurer = m
	_, err := desk.LearnSet(t.Context())
	require.ErrorIs(t, err, pieces.ErrUnclear)
	for range mostLooks {
		learned, err := desk.LearnSet(t.Context())
		require.NoError(t, err)
		assert.Equal(t, calibration.DefaultSet(), learned.Set)
	}
	require.NoError(t, desk.KeepBare(t.Context()))
	_, err = desk.LearnSet(t.Context())
	require.ErrorIs(t, err, pieces.ErrUnclear, "other pieces may stand on a table that was bare in between")
	assert.Equal(t, []int{1, 2, 3, 4, 5, mostLooks, mostLooks, 1}, m.looks)
}

package playmat

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"io"
	"math"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
)

const (
	dpi    = 100
	dpmm   = dpi / 25.4
	within = 0.75 // pixels: the rasteriser fills whole ones
)

// printed rasterises a PDF's first page and finds the tags on it.
func printed(t *testing.T, write func(io.Writer, Paper) error, paper Paper) (tags []calibration.TagDetection, size image.Point) {
	t.Helper()
	if _, err := exec.LookPath("pdftoppm"); err != nil {
		t.Skip("no pdftoppm to rasterise the PDF with; the package poppler-utils has it")
	}
	var pdf, picture bytes.Buffer
	require.NoError(t, write(&pdf, paper))
	command := exec.CommandContext(t.Context(), "pdftoppm", "-r", "100", "-gray", "-png", "-singlefile", "-")
	command.Stdin, command.Stdout = &pdf, &picture
	require.NoError(t, command.Run())
	page, err := png.Decode(&picture)
	require.NoError(t, err)
	gray := image.NewGray(page.Bounds())
	draw.Draw(gray, gray.Rect, page, image.Point{}, draw.Src)
	detector, err := apriltag.NewDetector()
	require.NoError(t, err)
	defer detector.Close()
	tags, err = detector.Detect(gray)
	require.NoError(t, err)
	return tags, gray.Rect.Size()
}

func TestPrintedTagsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		write  func(io.Writer, Paper) error
		paper  Paper
		sizeMM [2]float64
	}{
		"tags, A4":     {WriteTags, A4, [2]float64{210, 297}},
		"tags, Letter": {WriteTags, Letter, [2]float64{215.9, 279.4}},
		"mat, A1":      {WriteMat, A4, [2]float64{841, 594}},
		"mat, 36x24":   {WriteMat, Letter, [2]float64{914.4, 609.6}},
	} {
		t.Run(name, func(t *testing.T) {
			tags, size := printed(t, c.write, c.paper)
			assert.InDelta(t, c.sizeMM[0]*dpmm, size.X, 2)
			assert.InDelta(t, c.sizeMM[1]*dpmm, size.Y, 2)
			require.Len(t, tags, len(tagIDs), "nothing else on the page looks like a tag")
			for i, tag := range tags {
				assert.Equal(t, tagIDs[i], tag.ID)
				assert.Zero(t, tag.Hamming)
				for c := range tag.Corners {
					a, b := tag.Corners[c], tag.Corners[(c+1)%4]
					assert.InDelta(t, 40*dpmm, math.Hypot(a[0]-b[0], a[1]-b[1]), within, "edge %d of tag %d", c, tag.ID)
				}
				assert.Less(t, tag.Corners[3][1], tag.Corners[0][1], "tag %d stands upright", tag.ID)
			}
		})
	}
}

// Around the castle of a mat there must be room for it: the rules want 45 x 45 cm.
func TestMatHasRoomForTheCastle(t *testing.T) {
	for _, paper := range []Paper{A4, Letter} {
		tags, _ := printed(t, WriteMat, paper)
		lo, hi := [2]float64{}, [2]float64{math.Inf(1), math.Inf(1)}
		for _, tag := range tags {
			left := tag.ID == 0 || tag.ID == 3
			for _, corner := range tag.Corners {
				if left {
					lo[0] = max(lo[0], corner[0])
				} else {
					hi[0] = min(hi[0], corner[0])
				}
			}
		}
		assert.Greater(t, (hi[0]-lo[0])/dpmm, 600.0, "between the tags on the left and those on the right")
	}
}

func TestParsePaper(t *testing.T) {
	paper, err := ParsePaper("Letter")
	require.NoError(t, err)
	assert.Equal(t, Letter, paper)
	paper, err = ParsePaper("a4")
	require.NoError(t, err)
	assert.Equal(t, A4, paper)
	_, err = ParsePaper("a5")
	require.ErrorContains(t, err, "want a4 or letter")
}

type fullDisk struct{}

var errFull = errors.New("no space left on device")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWriteFails(t *testing.T) {
	require.ErrorIs(t, WriteTags(fullDisk{}, A4), errFull)
	require.ErrorIs(t, WriteMat(fullDisk{}, A4), errFull)
}

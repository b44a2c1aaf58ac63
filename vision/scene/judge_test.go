package scene

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// fakeReader reads what it is told to, by the picture's name, and notes what it was told itself.
type fakeReader struct {
	readings map[string]reading.Reading
	told     []string // camera and set files
}

func (f *fakeReader) ReadFile(path, cameraFile, setFile string) (reading.Reading, error) {
	f.told = append(f.told, cameraFile, setFile)
	r, known := f.readings[filepath.Base(path)]
	if !known {
		return reading.Reading{}, errors.New(path + ": no such picture")
	}
	return r, nil
}

type fakeWatcher []reading.Event

func (f fakeWatcher) WatchFile(_, _, _ string, report func(reading.Event)) error {
	for _, e := range f {
		report(e)
	}
	return nil
}

// exactReading is the truth of a still, moved, each piece with a confidence.
func exactReading(t *testing.T, file string, m Motion, p, ms float64) reading.Reading {
	t.Helper()
	still, err := LoadStill(filepath.Join("testdata", "scenes", file))
	require.NoError(t, err)
	r := reading.Reading{Castle: m.Castle(still.Castle), MS: ms}
	for _, tower := range r.Castle.Towers {
		r.Pieces = append(r.Pieces, reading.Piece{Tower: &tower, P: p})
	}
	for _, wall := range r.Castle.Walls {
		r.Pieces = append(r.Pieces, reading.Piece{Wall: &wall, P: p})
	}
	return r
}

func goodReader(t *testing.T) *fakeReader {
	moved := Motion{Turns: 3, By: castellan.Node{I: 9, J: -4}}
	return &fakeReader{readings: map[string]reading.Reading{
		"square_00.jpg": exactReading(t, "square_00.json", moved, 0.97, 10),
		"hidden_00.jpg": exactReading(t, "hidden_00.json", moved, 0.85, 30),
		"blank_00.jpg":  {MS: 20},
	}}
}

func TestEverythingRight(t *testing.T) {
	reader := goodReader(t)
	judge := Judge{Stills: reader, Miss: func(s Still, _ reading.Reading, _ Comparison) error {
		assert.Fail(t, "there is no miss", s.File)
		return nil
	}}
	report, err := judge.Folder(filepath.Join("testdata", "scenes"))
	require.NoError(t, err)

	require.Len(t, report.Stills, 4)
	torn := report.Stills[0]
	assert.Equal(t, "torn_00.json", torn.File)
	assert.Contains(t, torn.Error, "not a truth file")
	var names []string
	for _, g := range report.Groups {
		names = append(names, g.Group)
		if g.Unreadable == 0 {
			assert.Equal(t, []float64{1, 1, 1, 1, 1, 1, 1},
				[]float64{g.Exact, g.ExactVisible, g.KeepsRight, g.TrialRight, g.ScoreRight, g.Precision, g.Recall}, g.Group)
		}
	}
	assert.Equal(t, []string{"(unreadable)", "blank", "hidden", "square", "all"}, names)
	all := report.Groups[4]
	assert.Equal(t, 4, all.Pictures)
	assert.Equal(t, 1, all.Unreadable)
	assert.InDelta(t, 0.75, all.Exact, 1e-9, "what cannot be read is not right")
	assert.InDelta(t, 20, all.MSMean, 1e-9, "and takes no time")
	assert.InDelta(t, 30, all.MSP95, 1e-9)
	assert.Equal(t, 1, all.Blank)
	assert.Equal(t, 1, all.BlankRight)

	require.Len(t, report.Reliability, 2)
	assert.Equal(t, 9, report.Reliability[0].Pieces)
	assert.Equal(t, 9, report.Reliability[0].Right)
	assert.InDelta(t, 0.8, report.Reliability[0].From, 1e-9)
	assert.InDelta(t, 0.85, report.Reliability[0].MeanP, 1e-9)
	assert.Equal(t, 8, report.Reliability[1].Pieces)

	assert.Equal(t, filepath.Join("testdata", "scenes", "blank_00.json"), reader.told[0])
	assert.Equal(t, reader.told[0], reader.told[1])
}

func TestColdTellsTheReaderNothing(t *testing.T) {
	reader := goodReader(t)
	judge := Judge{Stills: reader, Cold: true}
	_, err := judge.Folder(filepath.Join("testdata", "scenes"))
	require.NoError(t, err)
	assert.Equal(t, make([]string, 6), reader.told)
}

func TestWhatIsWrongIsCounted(t *testing.T) {
	reader := goodReader(t)

	hidden := reader.readings["hidden_00.jpg"]
	hidden.Castle.Walls = hidden.Castle.Walls[:4] // the fifth is behind a hand
	reader.readings["hidden_00.jpg"] = hidden

	square := exactReading(t, "square_00.json", Motion{}, 0.97, 10)
	square.Castle.Towers = append(square.Castle.Towers, castellan.Node{I: 5, J: 5})
	square.Pieces = append(square.Pieces, reading.Piece{Tower: &castellan.Node{I: 5, J: 5}, P: 1})
	reader.readings["square_00.jpg"] = square

	ghost := reading.Reading{Castle: castleOf([]Piece{{}, {castellan.Node{}, castellan.Node{I: 1}}})}
	reader.readings["blank_00.jpg"] = ghost

	missed := map[string]Comparison{}
	judge := Judge{Stills: reader, Miss: func(s Still, _ reading.Reading, c Comparison) error {
		missed[filepath.Base(s.File)] = c
		return nil
	}}
	report, err := judge.Folder(filepath.Join("testdata", "scenes"))
	require.NoError(t, err)
	groups := map[string]Group{}
	for _, g := range report.Groups {
		groups[g.Group] = g
	}
	assert.Zero(t, groups["hidden"].Exact)
	assert.EqualValues(t, 1, groups["hidden"].ExactVisible)
	assert.EqualValues(t, 1, groups["hidden"].Precision)
	assert.InDelta(t, 8./9, groups["hidden"].Recall, 1e-9)

	assert.Zero(t, groups["square"].Exact)
	assert.InDelta(t, 8./9, groups["square"].Precision, 1e-9)
	assert.EqualValues(t, 1, groups["square"].KeepsRight)
	assert.EqualValues(t, 1, groups["square"].ScoreRight, "a loose tower takes nothing from the castle")

	assert.Zero(t, groups["blank"].Exact)
	assert.Zero(t, groups["blank"].BlankRight)
	assert.Equal(t, 0, groups["all"].BlankRight)

	last := report.Reliability[len(report.Reliability)-1]
	assert.Equal(t, 1, last.Pieces)
	assert.Zero(t, last.Right, "sure of the tower that is not there")

	assert.Len(t, missed, 3)
	assert.Equal(t, []Piece{newPiece(castellan.Node{I: 5, J: 5}, castellan.Node{I: 5, J: 5})}, missed["square_00.json"].Invented)
}

func TestOnePieceIsNoGhost(t *testing.T) {
	reader := goodReader(t)
	reader.readings["blank_00.jpg"] = reading.Reading{Castle: reading.Castle{Towers: []castellan.Node{{}}}}
	report, err := (&Judge{Stills: reader}).Folder(filepath.Join("testdata", "scenes"))
	require.NoError(t, err)
	all := report.Groups[len(report.Groups)-1]
	assert.Equal(t, all.Blank, all.BlankRight)
}

func TestAPictureThatCannotBeReadIsARow(t *testing.T) {
	report, err := (&Judge{Stills: &fakeReader{}}).Folder(filepath.Join("testdata", "scenes"))
	require.NoError(t, err)
	all := report.Groups[len(report.Groups)-1]
	assert.Equal(t, all.Pictures, all.Unreadable)
	assert.Zero(t, all.Exact)
	assert.Zero(t, all.Recall)
	assert.Zero(t, all.BlankRight, "not to have looked is not to have seen nothing")
	var table strings.Builder
	require.NoError(t, report.WriteTable(&table))
	assert.Contains(t, table.String(), "square_00.jpg: no such picture")
}

func TestFilmsAreJudged(t *testing.T) {
	film := loadFilm(t)
	reported := faultless(film, Motion{})
	reported[len(reported)-1].MSMean, reported[len(reported)-1].MSP95 = 9.1, 14.2
	report, err := (&Judge{Films: fakeWatcher(reported)}).Folder(filepath.Join("testdata", "films"))
	require.NoError(t, err)
	require.Len(t, report.Films, 1)
	row := report.Films[0]
	assertFaultless(t, row.WatchComparison)
	assert.Equal(t, "square.json", row.File)
	assert.InDelta(t, 9.1, row.MSMean, 1e-9)
	assert.InDelta(t, 14.2, row.MSP95, 1e-9)
	assert.Empty(t, report.Groups)
}

func TestAFolderWithoutScenes(t *testing.T) {
	_, err := (&Judge{}).Folder(t.TempDir())
	require.ErrorContains(t, err, "no scenes here")
	_, err = (&Judge{}).Folder(filepath.Join(t.TempDir(), "nowhere"))
	assert.ErrorContains(t, err, "nowhere")
}

func TestTable(t *testing.T) {
	reader := goodReader(t)
	square := reader.readings["square_00.jpg"]
	square.Doubts = []reading.Doubt{doubt(0.7, reading.Change{Add: true, Of: reading.ChangedWall, Place: square.Castle.Walls[0]})}
	square.Castle.Walls = square.Castle.Walls[1:]
	reader.readings["square_00.jpg"] = square
	report, err := (&Judge{Stills: reader, Films: fakeWatcher(nil)}).Folder("testdata")
	require.NoError(t, err)
	var table strings.Builder
	require.NoError(t, report.WriteTable(&table))
	want, err := os.ReadFile(filepath.Join("testdata", "table.txt"))
	require.NoError(t, err)
	assert.Equal(t, string(want), table.String())
}

// doubt is one whose first alternative, of probability p, is what was read, and whose second changes that.
func doubt(p float64, changes ...reading.Change) reading.Doubt {
	other := reading.Alternative{P: 1 - p}
	for _, c := range changes {
		other.CastleDiff = append(other.CastleDiff, c.String())
	}
	return reading.Doubt{Alternatives: []reading.Alternative{{P: p}, other}}
}

func TestDoubtsAreJudged(t *testing.T) {
	moved := Motion{Turns: 1, By: castellan.Node{I: 5, J: -2}}
	square := exactReading(t, "square_00.json", moved, 0.97, 10)
	lost, kept := square.Castle.Walls[0], square.Castle.Walls[1]
	square.Castle.Walls = square.Castle.Walls[1:]
	loose := castellan.Node{I: 40, J: 40}
	square.Castle.Towers = append(square.Castle.Towers, loose)
	keep := square.Castle.Keeps[0]
	square.Castle.Keeps[0].Count = 3 - keep.Count
	asRead := castellan.Keep{Color: keep.Color, At: keep.At, Count: 3 - keep.Count}
	truth := castellan.Keep{Color: keep.Color, At: keep.At, Count: keep.Count}
	square.Doubts = []reading.Doubt{
		doubt(0.6, reading.Change{Add: true, Of: reading.ChangedWall, Place: castellan.Wall{From: lost.To, To: lost.From}}),
		doubt(0.8, reading.Change{Of: reading.ChangedWall, Place: kept}),
		doubt(0.9, reading.Change{Of: reading.ChangedKeep, Keep: asRead}, reading.Change{Add: true, Of: reading.ChangedKeep, Keep: truth}),
		doubt(0.7), // changes nothing, so that nothing tells which is right
	}
	report, err := (&Judge{
		Stills: &fakeReader{readings: map[string]reading.Reading{"square_00.jpg": square}}, Only: regexp.MustCompile("square"),
	}).Folder(filepath.Join("testdata", "scenes"))
	require.NoError(t, err)
	assert.InDelta(t, 0.7, report.Doubts.SecondP, 1e-9)
	report.Doubts.SecondP = 0
	assert.Equal(t, Doubts{Misses: 2, Foreseen: 1, Doubts: 3, SecondRight: 2}, report.Doubts)
}

func TestReportAsJSON(t *testing.T) {
	report, err := (&Judge{Stills: goodReader(t), Films: fakeWatcher(nil)}).Folder("testdata")
	require.NoError(t, err)
	data, err := json.Marshal(report)
	require.NoError(t, err)
	var got struct {
		Groups   []map[string]any
		Pictures []map[string]any
		Videos   []map[string]any
	}
	require.NoError(t, json.Unmarshal(data, &got))
	require.Len(t, got.Pictures, 4)
	assert.Equal(t, true, got.Pictures[1]["exact"])
	assert.EqualValues(t, 9, got.Pictures[2]["truth"])
	assert.Equal(t, "all", got.Groups[len(got.Groups)-1]["group"])
	assert.EqualValues(t, 9, got.Videos[0]["events"])
	assert.Contains(t, fmt.Sprint(got.Videos[0]["missing"]), "slide")
}

func TestPercentile95(t *testing.T) {
	var values []float64
	for v := 100; v > 0; v-- {
		values = append(values, float64(v))
	}
	assert.EqualValues(t, 95, percentile95(values))
	assert.EqualValues(t, 7, percentile95([]float64{7}))
	assert.Zero(t, percentile95(nil))
}

func TestFailurePicture(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	truth, err := os.ReadFile(filepath.Join("testdata", "scenes", "square_00.json"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "square_00.json"), truth, 0o600))
	require.NoError(t, writeJPEG(filepath.Join(dir, "square_00.jpg"), image.NewGray(image.Rect(0, 0, 1280, 720))))

	read := exactReading(t, "square_00.json", Motion{Turns: 1}, 1, 1)
	read.Castle.Walls = read.Castle.Walls[1:]
	judge := Judge{
		Stills: &fakeReader{readings: map[string]reading.Reading{"square_00.jpg": read}},
		Miss:   FailurePictures{Dir: out}.Miss,
	}
	_, err = judge.Folder(dir)
	require.NoError(t, err)

	file, err := os.Open(filepath.Join(out, "square_00.jpg"))
	require.NoError(t, err)
	defer file.Close()
	sheet, err := jpeg.Decode(file)
	require.NoError(t, err)
	assert.Equal(t, image.Pt(2560, 2*740), sheet.Bounds().Size())
	assert.Positive(t, reddish(sheet, image.Rect(0, 20, 1280, 740)), "the missing wall, over the picture")
	assert.Zero(t, reddish(sheet, image.Rect(1280, 20, 2560, 740)), "on the right there is none")
}

// reddish counts the pixels that are red like something wrong; the keep's red is darker.
func reddish(m image.Image, part image.Rectangle) int {
	count := 0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if r, g, b, _ := m.At(x, y).RGBA(); r > 0xd800 && g < 0x7000 && b < 0x7000 {
				count++
			}
		}
	}
	return count
}

func TestStillFilesThatAreWrong(t *testing.T) {
	const camera = `"size":[1280,720],"camera":{"K":[[900,0,640],[0,900,360],[0,0,1]],"dist":[0,0,0,0,0]},"set":{"pitch_mm":32}`
	for _, c := range []struct{ name, json, says string }{
		{"another schema", `{"schema":"castellan-video/1"}`, `schema: "castellan-video/1" is not castellan-scene/1`},
		{"no camera", `{"schema":"castellan-scene/1","image":"a.jpg","size":[1,1]}`, "camera.K"},
		{"no picture", `{"schema":"castellan-scene/1",` + camera + `}`, "image: missing"},
		{"no lattice", `{"schema":"castellan-scene/1","image":"a.jpg",` + camera + `,"castle":{"towers":[[0,0]]}}`, "lattice: missing"},
		{"a place that is none", `{"schema":"castellan-scene/1","image":"a.jpg",` + camera + `,"castle":{"towers":[7]}}`, "towers"},
		{"a hidden what", `{"schema":"castellan-scene/1","image":"a.jpg",` + camera + `,"occluded":["tower x"]}`, `occluded: "tower x"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "still.json")
			require.NoError(t, os.WriteFile(path, []byte(c.json), 0o600))
			_, err := LoadStill(path)
			require.ErrorContains(t, err, c.says)
			assert.ErrorContains(t, err, path)
		})
	}
}

func TestAScoreThatIsNotToldIsCounted(t *testing.T) {
	file, err := os.ReadFile(filepath.Join("testdata", "scenes", "square_00.json"))
	require.NoError(t, err)
	var record map[string]any
	require.NoError(t, json.Unmarshal(file, &record))
	delete(record, "score")
	file, err = json.Marshal(record)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "square_00.json")
	require.NoError(t, os.WriteFile(path, file, 0o600))

	still, err := LoadStill(path)
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"red": 4}, still.Score, "colours without a keep are not known")
}

func TestTheSharedStillsLoad(t *testing.T) {
	files, err := filepath.Glob("../../../shared/scenes/stills/*.json")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("../shared/scenes is not here")
	}
	for _, file := range files {
		still, err := LoadStill(file)
		require.NoError(t, err)
		c := Compare(still.Castle, still.Castle, still.Hidden)
		assert.True(t, c.Exact && c.ExactVisible && c.KeepsRight && c.TrialRight, file)
		assert.True(t, sameScore(still.Castle.Scores(), still.Score), "%s: the engine counts the same score", file)
		assert.FileExists(t, still.Image)
	}
}

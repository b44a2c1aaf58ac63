package vision

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/model"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/vision/synth"
	"github.com/castellan-companion/castellan/vision/volume"
)

// compareStill reads the picture of a scene, told its lens and piece set, and compares what it reads with the truth.
func compareStill(t *testing.T, file string) scene.Comparison {
	t.Helper()
	s, err := scene.LoadStill(file)
	require.NoError(t, err)
	return scene.Compare(readScene(t, &s).Castle, s.Castle, s.Hidden)
}

// readScene reads the picture of a scene, told its lens and piece set.
func readScene(t *testing.T, s *scene.Still) reading.Reading {
	t.Helper()
	return readWith(t, s, Options{Camera: &s.View.Camera, Set: &s.Set})
}

func readWith(t *testing.T, s *scene.Still, o Options) reading.Reading {
	t.Helper()
	r, err := NewReader(o)
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	img := gocv.IMRead(s.Image, gocv.IMReadColor)
	defer func() { require.NoError(t, img.Close()) }()
	require.False(t, img.Empty(), s.Image)
	got, err := r.Read(img)
	require.NoError(t, err)
	return got
}

// A reader that read other pictures, of other cameras and sets, reads one as another reader does that never saw them.
func TestExpectForgetsWhatWasReadBefore(t *testing.T) {
	first, err := scene.LoadStill("testdata/stills/easy_08.json")
	require.NoError(t, err)
	second, err := scene.LoadStill("testdata/cloths/striped.json")
	require.NoError(t, err)
	r, err := NewReader(Options{Camera: &first.View.Camera, Set: &first.Set})
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	read := func(s *scene.Still) reading.Reading {
		img := gocv.IMRead(s.Image, gocv.IMReadColor)
		defer func() { require.NoError(t, img.Close()) }()
		got, err := r.Read(img)
		require.NoError(t, err)
		return got
	}
	fresh := readWith(t, &second, Options{})
	read(&first)
	r.Expect(Options{})
	got := read(&second)
	got.MS, fresh.MS = 0, 0
	assert.Equal(t, fresh, got)
	r.Expect(Options{Camera: &second.View.Camera, Set: &second.Set, NoTags: true})
	assert.Equal(t, "castle", read(&first).Pose.Source, "of tags it was told to look for none")
}

// The pattern of a cloth looks like towers, and leads to lattices of its own. Stripes lead to such as hardly a tower stands on, along one of which
// the castle can be seen as another; one chequered cloth shows more towers than the castle has, and along the lines of another a false lattice goes
// through some of its towers. A castle of three pieces is not the first that is seen on a cloth.
func TestReadCastlesOnPatternedCloths(t *testing.T) {
	for _, cloth := range []string{"striped", "chequered", "astray", "few"} {
		t.Run(cloth, func(t *testing.T) {
			c := compareStill(t, "testdata/cloths/"+cloth+".json")
			assert.True(t, c.Exact, "missing %v, invented %v", c.Missing, c.Invented)
		})
	}
}

// The nearer a lattice lies to where the towers stand, the surer is all that is looked at along it.
func TestTheLatticeLiesWhereTheTowersStand(t *testing.T) {
	files, err := filepath.Glob("testdata/stills/*.json")
	require.NoError(t, err)
	seen := 0
	for _, file := range files {
		s, err := scene.LoadStill(file)
		require.NoError(t, err)
		if s.Lattice == nil {
			continue
		}
		got := readScene(t, &s)
		require.True(t, got.Found, file)
		truth := model.NewGrid(s.Lattice.OriginMM, s.Lattice.AngleDeg*math.Pi/180, s.Set.PitchMM)
		read := model.NewGrid(got.Lattice.OriginMM, got.Lattice.AngleDeg*math.Pi/180, got.Lattice.PitchMM)
		from := calibration.View{Camera: s.View.Camera, Pose: calibration.Pose{R: got.Pose.R, T: got.Pose.T}}
		sum := 0.0
		for _, n := range s.Castle.Towers {
			foot := truth.At(float64(n.I), float64(n.J))
			at, ok := from.OnPlane(s.View.Pixel([3]float64{foot[0], foot[1], 0}), 0)
			require.True(t, ok)
			i, j := read.Coords(at)
			sum += read.Pitch * math.Hypot(i-math.Round(i), j-math.Round(j))
		}
		off := sum / float64(len(s.Castle.Towers))
		t.Logf("%s: %.2f mm", filepath.Base(file), off)
		assert.Less(t, off, 0.35, file)
		seen++
	}
	assert.Equal(t, 4, seen)
}

// A game that just began is two towers among loose pieces, of which those of a heap can look like a castle as well.
func TestReadGamesThatJustBegan(t *testing.T) {
	for _, name := range []string{"two_towers", "long_walls", "heap"} {
		t.Run(name, func(t *testing.T) {
			s, err := scene.LoadStill("testdata/begun/" + name + ".json")
			require.NoError(t, err)
			got := readScene(t, &s)
			assert.Equal(t, len(s.Castle.Towers) > 0, got.Found)
			c := scene.Compare(got.Castle, s.Castle, s.Hidden)
			assert.True(t, c.Exact, "missing %v, invented %v", c.Missing, c.Invented)
		})
	}
}

func TestReadPicturesWithKnownCastles(t *testing.T) {
	files, err := filepath.Glob("testdata/stills/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			s, err := scene.LoadStill(file)
			require.NoError(t, err)
			got := readScene(t, &s)
			if s.Lattice == nil {
				assert.LessOrEqual(t, len(got.Castle.Towers)+len(got.Castle.Walls), 1, "there is no castle")
				return
			}
			assert.True(t, got.Found)
			c := scene.Compare(got.Castle, s.Castle, s.Hidden)
			assert.True(t, c.Exact, "missing %v, invented %v", c.Missing, c.Invented)
			assert.Equal(t, "tags", got.Pose.Source)
			assert.Len(t, got.Pieces, len(got.Castle.Towers)+len(got.Castle.Walls))
		})
	}
}

// What a lead saw may be a corner of the castle.
func TestTheCastleIsReadAsFarAsItReaches(t *testing.T) {
	r, lens, seen, s := foundCastle(t)
	whole := seen.board.surroundings()

	corner := whole
	corner.NI, corner.NJ = 2+whole.NI/2, 2+whole.NJ/2
	seen.cells = r.inspect(lens, &seen.grid, corner, &seen.set)
	require.True(t, r.believe(&seen, lens, nil))
	assert.True(t, inside(whole, seen.cells.Window), "looked at %v of %v", seen.cells.Window, whole)
	c := scene.Compare(seen.board.built(), s.Castle, s.Hidden)
	assert.Empty(t, c.Missing)
}

// A large castle may leave so faint a lead that it is seen only where those that have begun are sought.
func TestALargeCastleSoughtAsBegunIsReadLikeAnyOther(t *testing.T) {
	r, lens, seen, s := foundCastle(t)
	require.True(t, r.believe(&seen, lens, nil))
	as := seen.board.evidence()

	r.runner.Begun = true
	seen.cells = r.inspect(lens, &seen.grid, seen.cells.Window, &seen.set)
	require.True(t, r.believe(&seen, lens, nil))
	assert.False(t, r.runner.Begun)
	assert.InDelta(t, as, seen.board.evidence(), 0.1*as)
	c := scene.Compare(seen.board.built(), s.Castle, s.Hidden)
	assert.True(t, c.Exact, "missing %v, invented %v", c.Missing, c.Invented)
}

// foundCastle is a reader that has found a castle, but not yet looked again where it did.
func foundCastle(t *testing.T) (*Reader, *volume.Lens, found, scene.Still) {
	t.Helper()
	r, view, s := openedCastle(t)
	lens := volume.NewLens(*view)
	seen, ok := r.search(view, lens, nil)
	require.True(t, ok)
	return r, lens, seen, s
}

// openedCastle is a reader that has opened a picture of a castle, but not yet sought it there.
func openedCastle(t *testing.T) (*Reader, *calibration.View, scene.Still) {
	t.Helper()
	s, err := scene.LoadStill("testdata/stills/easy_08.json")
	require.NoError(t, err)
	img := gocv.IMRead(s.Image, gocv.IMReadColor)
	defer func() { require.NoError(t, img.Close()) }()
	r, err := NewReader(Options{Camera: &s.View.Camera, Set: &s.Set})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	out := nothingRead()
	_, view, _, err := r.open(img, &out)
	require.NoError(t, err)
	return r, view, s
}

// Where all of the table looks like towers, each further lattice takes as long as the first: a search ends once it has looked at so much. One for
// what is new within a part of the table does not, and each counts anew.
func TestASearchOfTheWholeTableEndsAfterSoManyNodes(t *testing.T) {
	r, view, _ := openedCastle(t)
	lens := volume.NewLens(*view)
	r.mostTried = 0
	for range 2 {
		seen, ok := r.search(view, lens, nil)
		require.True(t, ok, "along its first lattice it is found all the same")
		assert.Positive(t, r.tried)
		var none found
		l := lead{towers: []spot{{at: seen.grid.At(0, 0), p: 1}, {at: seen.grid.At(1, 0), p: 1}, {at: seen.grid.At(1, 1), p: 1}}}
		require.NotEmpty(t, l.fits(r.set.PitchMM, false, 3))
		before := r.tried
		assert.False(t, r.try(&l, lens, 1, nil, &none))
		assert.Equal(t, before, r.tried, "no other is looked along")
		r.try(&l, lens, 1, func([2]float64) bool { return true }, &none)
		assert.Greater(t, r.tried, before)
	}
}

// A random castle, its picture, and the same castle again. The renderer's pieces vary more than any real set, so single pieces may be
// misread, but few.
func TestSyntheticCastlesAreReadBack(t *testing.T) {
	if testing.Short() {
		t.Skip("rendering takes a while")
	}
	const pictures = 10
	dir := t.TempDir()
	seed := uint64(20260)
	t.Logf("seed %d", seed)
	var right, truth, read int
	for i := range uint64(pictures) {
		k := synth.Easy()
		name := "synthetic"
		s := synth.RandomScene(rand.New(rand.NewPCG(seed, i)), k)
		require.NoError(t, s.WriteJPEG(dir, name, "easy", 2))
		still, err := scene.LoadStill(filepath.Join(dir, name+".json"))
		require.NoError(t, err)
		got := readScene(t, &still)
		c := scene.Compare(got.Castle, still.Castle, still.Hidden)
		n := len(still.Castle.Towers) + len(still.Castle.Walls)
		truth += n
		right += n - len(c.Missing)
		read += len(got.Castle.Towers) + len(got.Castle.Walls)
	}
	assert.GreaterOrEqual(t, float64(right)/float64(truth), 0.9, "of the pieces are found")
	assert.GreaterOrEqual(t, float64(right)/float64(read), 0.9, "of what is found is there")
}

func TestReadRefusesWhatIsNoPicture(t *testing.T) {
	r, err := NewReader(Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	empty := gocv.NewMat()
	defer empty.Close()
	_, err = r.Read(empty)
	require.ErrorIs(t, err, ErrEmptyPicture)
	gray := gocv.NewMatWithSize(40, 40, gocv.MatTypeCV8UC1)
	defer gray.Close()
	_, err = r.Read(gray)
	assert.ErrorIs(t, err, ErrEmptyPicture)
}

func TestPictureWithoutTags(t *testing.T) {
	r, err := NewReader(Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, r.Close()) }()
	img := gocv.NewMatWithSize(240, 320, gocv.MatTypeCV8UC3)
	defer img.Close()
	got, err := r.Read(img)
	require.NoError(t, err)
	assert.False(t, got.Found)
	assert.Equal(t, "none", got.Pose.Source)
	var codes []string
	for _, n := range got.Notes {
		codes = append(codes, n.Code)
	}
	assert.Equal(t, []string{"no_tags", "too_dark"}, codes)
	assert.Equal(t, emptyCastle(), got.Castle)
}

func TestKeepsAreTakenFromTheOtherMap(t *testing.T) {
	cells, above := opinion(3), opinion(3)
	at := castellan.Node{I: 1, J: 1}
	tower(cells, 1, 1, 6)
	for c := range model.CellChannels {
		above.Node(at)[c] = 100 + float32(c)
	}
	showKeeps(cells, above)
	assert.EqualValues(t, 6, cells.Node(at)[model.CellTower], "towers stay")
	for _, c := range []int{model.CellNoKeep, model.CellKeepGreen, model.CellDouble, model.CellKeepX, model.CellKeepY} {
		assert.Equal(t, 100+float32(c), cells.Node(at)[c])
	}
	assert.Equal(t, opinion(1).Node(castellan.Node{})[model.CellHidden], cells.Node(at)[model.CellHidden], "and so does what is hidden")
}

func TestWhatIsRememberedIsAskedOnce(t *testing.T) {
	asked := map[string]int{}
	length := remembered(func(word string) int {
		asked[word]++
		return len(word)
	})
	for range 3 {
		assert.Equal(t, 4, length("keep"))
		assert.Equal(t, 0, length(""))
	}
	assert.Equal(t, map[string]int{"keep": 1, "": 1}, asked)
}

package scene

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

func loadFilm(t *testing.T) *Film {
	t.Helper()
	film, err := LoadFilm(filepath.Join("testdata", "films", "square.json"))
	require.NoError(t, err)
	return &film
}

// faultless reports a film as a watcher would that sees everything at once, in a lattice and a table frame of its own.
func faultless(film *Film, m Motion) []reading.Event {
	var reported []reading.Event
	for i := range film.States {
		s := &film.States[i]
		castle := m.Castle(s.Castle)
		for k := range castle.Keeps {
			castle.Keeps[k].AtMM = ownTable(castle.Keeps[k].AtMM)
		}
		reported = append(reported, reading.Event{Frame: s.From, Kind: reading.KindCastle, Castle: &castle})
		for _, e := range film.Events {
			if s.From <= e.Frame && e.Frame <= s.To {
				e.At = movedAt(e.At, m)
				reported = append(reported, e)
			}
		}
	}
	return append(reported, reading.Event{Frame: film.final().To, Kind: reading.KindEnd})
}

func movedAt(at any, m Motion) any {
	switch at := at.(type) {
	case castellan.Node:
		return m.Node(at)
	case castellan.Wall:
		return m.Wall(castellan.Wall{From: at.To, To: at.From})
	case [2]float64:
		return ownTable(at)
	}
	return at
}

// ownTable is another table frame than the film's.
func ownTable(mm [2]float64) [2]float64 { return [2]float64{500 - mm[1], mm[0] - 70} }

func assertFaultless(t *testing.T, c WatchComparison) {
	t.Helper()
	assert.True(t, c.FinalExact, "castle")
	assert.True(t, c.FinalCourtyards, "courtyards")
	assert.True(t, c.FinalScore, "score")
	assert.Equal(t, c.Spans, c.SpansExact)
	assert.Equal(t, c.Frames, c.FramesExact)
	assert.Equal(t, c.Events, c.Right)
	assert.Empty(t, c.Missing)
	assert.Empty(t, c.Invented)
}

func TestAFaultlessWatcher(t *testing.T) {
	film := loadFilm(t)
	for turns := range 4 {
		c := CompareWatch(faultless(film, Motion{turns, castellan.Node{I: -3, J: 11}}), film)
		assertFaultless(t, c)
		assert.Equal(t, 9, c.Events, "the end of a turn and the light are not judged")
		assert.Equal(t, 6, c.Spans, "a span of one frame is too short")
		assert.Equal(t, 3+3+3+5+3+3, c.Frames)
	}
}

func TestAFaultlessWatcherOfTheSharedFilms(t *testing.T) {
	files, err := filepath.Glob("../../../shared/scenes/videos/*.json")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("../shared/scenes is not here")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			film, err := LoadFilm(file)
			require.NoError(t, err)
			c := CompareWatch(faultless(&film, Motion{3, castellan.Node{I: 5, J: -2}}), &film)
			assertFaultless(t, c)
			assert.Greater(t, c.Events, 50)
		})
	}
}

func TestAWatcherThatSeesNothing(t *testing.T) {
	film := loadFilm(t)
	c := CompareWatch(nil, film)
	assert.False(t, c.FinalExact)
	assert.False(t, c.FinalCourtyards)
	assert.False(t, c.FinalScore)
	assert.Zero(t, c.FramesExact)
	assert.Zero(t, c.SpansExact)
	assert.Zero(t, c.Right)
	assert.Len(t, c.Missing, c.Events)
}

// find gives the first report of a kind that satisfies all the conditions.
func find(t *testing.T, reported []reading.Event, kind string, conditions ...func(*reading.Event) bool) *reading.Event {
	t.Helper()
	for i := range reported {
		e := &reported[i]
		if e.Kind == kind && !slices.ContainsFunc(conditions, func(is func(*reading.Event) bool) bool { return !is(e) }) {
			return e
		}
	}
	require.FailNow(t, "no such event", kind)
	return nil
}

func TestOneFaultOfAWatcher(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(reported []reading.Event) *reading.Event
	}{
		{"too early: the hand was not there yet", func(r []reading.Event) *reading.Event {
			e := find(t, r, reading.KindPlace)
			e.Frame = 5
			return e
		}},
		{"too late: the next quiet span is over", func(r []reading.Event) *reading.Event {
			e := find(t, r, reading.KindPlace)
			e.Frame = 20
			return e
		}},
		{"another place", func(r []reading.Event) *reading.Event {
			e := find(t, r, reading.KindRemove)
			e.At = castellan.Node{I: 2, J: 1}
			return e
		}},
		{"another piece", func(r []reading.Event) *reading.Event {
			e := find(t, r, reading.KindPlace)
			e.Piece = "long"
			return e
		}},
		{"the trial does not end", func(r []reading.Event) *reading.Event {
			on := true
			e := find(t, r, reading.KindTrial, func(e *reading.Event) bool { return !*e.On })
			e.On = &on
			return e
		}},
		{"a keep of another colour", func(r []reading.Event) *reading.Event {
			e := find(t, r, reading.KindKeep)
			e.Color = "blue"
			return e
		}},
		{"a bump before it", func(r []reading.Event) *reading.Event {
			e := find(t, r, reading.KindBump)
			e.Frame = 39
			return e
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			film := loadFilm(t)
			reported := faultless(film, Motion{})
			spoiled := *c.spoil(reported)
			got := CompareWatch(reported, film)
			assert.Equal(t, got.Events-1, got.Right)
			require.Len(t, got.Missing, 1)
			require.Len(t, got.Invented, 1)
			assert.Equal(t, spoiled, got.Invented[0])
		})
	}
}

func TestWhatAWatcherMayDo(t *testing.T) {
	for name, frame := range map[string]int{"as soon as the hand comes": 6, "in the last frame of the next quiet span": 19} {
		t.Run(name, func(t *testing.T) {
			film := loadFilm(t)
			reported := faultless(film, Motion{})
			find(t, reported, reading.KindPlace).Frame = frame
			assertFaultless(t, CompareWatch(reported, film))
		})
	}
	t.Run("a quiet span of one frame is not the next one", func(t *testing.T) {
		film := loadFilm(t)
		reported := faultless(film, Motion{})
		find(t, reported, reading.KindPlace, func(e *reading.Event) bool { return e.Frame == 32 }).Frame = 44
		assertFaultless(t, CompareWatch(reported, film))
	})
}

func TestAnEventReportedTwiceIsInventedOnce(t *testing.T) {
	film := loadFilm(t)
	reported := faultless(film, Motion{})
	reported = append(reported, *find(t, reported, reading.KindSlide))
	c := CompareWatch(reported, film)
	assert.Equal(t, c.Events, c.Right)
	assert.Len(t, c.Invented, 1)
}

func TestTheLatticeMayNotChangeItsMeaning(t *testing.T) {
	film := loadFilm(t)
	reported := faultless(film, Motion{})
	shift := Motion{By: castellan.Node{I: 1}}
	for i := range reported {
		if e := &reported[i]; e.Frame >= 24 { // after the slide
			e.At = movedAt(e.At, shift)
			if e.Castle != nil {
				castle := shift.Castle(*e.Castle)
				e.Castle = &castle
			}
		}
	}
	c := CompareWatch(reported, film)
	assert.True(t, c.FinalExact, "for a castle alone it does not matter where the lattice begins")
	assert.Less(t, c.Right, c.Events)
}

func TestAKeepThatNoCastleHas(t *testing.T) {
	e := reading.Event{Frame: 3, Kind: reading.KindKeep, Color: "red", At: [2]float64{1, 2}}
	at := keepOnLattice(e, []belief{{}, {from: 3, castle: reading.Castle{Keeps: []reading.Keep{keep("blue", 1, 1, 1)}}}})
	assert.True(t, math.IsNaN(at[0]))
	assert.Equal(t, outside, courtyardOf(twoRooms(), at))
}

// Two keeps may stand in one courtyard for a while: the wall that comes between them is laid after the first.
func TestTheNearerOfTwoKeepsIsTheOneReported(t *testing.T) {
	whole := twoRooms()
	whole.Walls = slices.DeleteFunc(whole.Walls, func(w castellan.Wall) bool { return w.From.I == 1 && w.To.I == 1 })
	lattice := &reading.Lattice{PitchMM: 1}
	film := &Film{States: []State{
		{From: 0, To: 2, Lattice: lattice, Castle: whole},
		{From: 3, To: 9, Lattice: lattice, Castle: twoRooms(), Quiet: true},
	}}
	put := func(frame int, x float64) reading.Event {
		return reading.Event{Frame: frame, Kind: reading.KindKeep, Color: "red", At: [2]float64{x, 1}}
	}
	happened := []reading.Event{put(2, 0.5), put(3, 1.5)}
	claims := []claim{
		{Event: put(4, 1.5), keep: [2]float64{1.5, 1}},
		{Event: put(4, 0.5), keep: [2]float64{0.5, 1}},
	}
	reportOf, right := matchEvents(claims, happened, film)
	assert.Equal(t, []int{1, 0}, reportOf)
	assert.Equal(t, 2, right)
}

func TestCastleLateInAQuietSpan(t *testing.T) {
	film := loadFilm(t)
	reported := faultless(film, Motion{})
	for i := range reported {
		if e := &reported[i]; e.Kind == reading.KindCastle && e.Frame >= 8 && e.Frame <= 14 {
			e.Frame = 18 // of the span 14..19, of which 17..19 are judged
		}
	}
	c := CompareWatch(reported, film)
	assert.Equal(t, c.Frames-1, c.FramesExact)
	assert.Equal(t, c.Spans-1, c.SpansExact)
}

func TestFilmFilesThatAreWrong(t *testing.T) {
	const set = `"set":{"pitch_mm":32}`
	for _, c := range []struct{ name, json, says string }{
		{"another schema", `{"schema":"castellan-scene/1"}`, `schema: "castellan-scene/1" is not castellan-video/1`},
		{"no video", `{"schema":"castellan-video/1",` + set + `}`, "video: missing"},
		{"no states", `{"schema":"castellan-video/1","video":"a.mp4",` + set + `}`, "states: the list is empty"},
		{
			"a gap", `{"schema":"castellan-video/1","video":"a.mp4",` + set + `,"states":[{"from_frame":0,"to_frame":3},{"from_frame":5,"to_frame":6}]}`,
			"states[1]: frames 5 to 6 do not follow",
		},
		{
			"no lattice", `{"schema":"castellan-video/1","video":"a.mp4",` + set + `,"states":[{"from_frame":0,"to_frame":3,"castle":{"towers":[[0,0]]}}]}`,
			"states[0].lattice: missing",
		},
		{
			"a place that is none", `{"schema":"castellan-video/1","video":"a.mp4",` + set + `,"states":[{"from_frame":0,"to_frame":3}],` +
				`"events":[{"frame":1,"kind":"place","piece":"tower","at":"here"}]}`,
			"events[0].at: ",
		},
		{"not JSON", `{"schema":`, "not a truth file"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "film.json")
			require.NoError(t, os.WriteFile(path, []byte(c.json), 0o600))
			_, err := LoadFilm(path)
			require.ErrorContains(t, err, c.says)
			assert.ErrorContains(t, err, path)
		})
	}
}

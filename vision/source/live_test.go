package source

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gocv.io/x/gocv"
)

// act is one thing that a scripted device does when it is read.
type act struct {
	after time.Duration
	grey  float64       // of the frame that it gives
	kind  gocv.MatType  // of the frame; 0 is blue, green, red
	empty bool          // a frame without a picture
	gone  bool          // no frame any more
	stuck chan struct{} // nothing until this is closed
}

// scripted is a device that does what a test wants. What comes after the script is gone.
type scripted struct {
	script []act
	closed *atomic.Int32
}

func (s *scripted) Read(img *gocv.Mat) bool {
	if len(s.script) == 0 {
		return false
	}
	a := s.script[0]
	s.script = s.script[1:]
	time.Sleep(a.after)
	if a.stuck != nil {
		<-a.stuck
	}
	frame := gocv.NewMat()
	if !a.empty {
		kind := a.kind
		if kind == 0 {
			kind = gocv.MatTypeCV8UC3
		}
		frame.Close()
		frame = gocv.NewMatWithSizeFromScalar(gocv.NewScalar(a.grey, a.grey, a.grey, 0), 4, 6, kind)
	}
	defer frame.Close()
	return frame.CopyTo(img) == nil && !a.gone
}

func (s *scripted) Close() error {
	s.closed.Add(1)
	return nil
}

// plugs opens one scripted device after the other; nil is a camera that cannot be opened.
type plugs struct {
	scripts [][]act
	closed  atomic.Int32
}

var errNotThere = &GoneError{"desk", Missing, "there is no such camera; is it plugged in?"}

func (p *plugs) open() (device, error) {
	script := p.scripts[0]
	if len(p.scripts) > 1 {
		p.scripts = p.scripts[1:]
	}
	if script == nil {
		return nil, errNotThere
	}
	return &scripted{script: script, closed: &p.closed}, nil
}

const tick = 33 * time.Millisecond

// steady is a script of n frames of one grey.
func steady(n int, grey float64) []act {
	script := make([]act, n)
	for i := range script {
		script[i] = act{after: tick, grey: grey}
	}
	return script
}

func openScripts(t *testing.T, scripts ...[]act) (Source, *plugs) {
	t.Helper()
	p := &plugs{scripts: scripts}
	src, err := openLive("desk", p.open)
	require.NoError(t, err)
	return src, p
}

func read(t *testing.T, src Source) (frame int, grey uint8) {
	t.Helper()
	img := gocv.NewMat()
	defer img.Close()
	frame, _, err := src.Read(&img)
	require.NoError(t, err)
	require.Equal(t, gocv.MatTypeCV8UC3, img.Type())
	return frame, img.GetUCharAt(1, 1)
}

// assertGone reads a source that is away: why, and what people are told.
func assertGone(t *testing.T, src Source, reason, text string) {
	t.Helper()
	img := gocv.NewMat()
	defer img.Close()
	_, _, err := src.Read(&img)
	gone, ok := errors.AsType[*GoneError](err)
	require.True(t, ok, "%v", err)
	assert.Equal(t, "desk", gone.Name)
	assert.Equal(t, reason, gone.Code())
	assert.Contains(t, gone.Text, text)
}

func TestUnpluggedAndBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, p := openScripts(t, steady(2, 10), nil, nil, steady(9, 20))
		for i := range 2 {
			frame, grey := read(t, src)
			assert.Equal(t, i, frame)
			assert.EqualValues(t, 10, grey)
		}
		assertGone(t, src, Unplugged, "unplugged")
		assert.EqualValues(t, 1, p.closed.Load())
		assertGone(t, src, Missing, "is it plugged in?")
		assertGone(t, src, Missing, "is it plugged in?")
		back := time.Now()
		frame, grey := read(t, src)
		assert.Equal(t, 2, frame, "frames are counted on")
		assert.EqualValues(t, 20, grey)
		assert.Less(t, time.Since(back), 2*time.Second)
		require.NoError(t, src.Close())
		assert.EqualValues(t, 2, p.closed.Load())
	})
}

func TestStuckDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loose := make(chan struct{})
		src, p := openScripts(t, []act{{grey: 1}, {stuck: loose}}, steady(1, 30))
		read(t, src)
		start := time.Now()
		assertGone(t, src, Stuck, "stuck")
		assert.LessOrEqual(t, time.Since(start), patience)
		assert.Zero(t, p.closed.Load(), "it cannot be closed while it is read")
		_, grey := read(t, src)
		assert.EqualValues(t, 30, grey, "opened anew")
		close(loose)
		synctest.Wait()
		assert.EqualValues(t, 2, p.closed.Load(), "the stuck one came round and was closed; the other is over")
		require.NoError(t, src.Close())
	})
}

func TestCloseDoesNotWaitForAStuckDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loose := make(chan struct{})
		src, _ := openScripts(t, []act{{stuck: loose}})
		start := time.Now()
		require.NoError(t, src.Close())
		assert.LessOrEqual(t, time.Since(start), patience)
		close(loose)
	})
}

// A device that wakes up slowly is waited for; one that is slow is shown as it is.
func TestSlowDevice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, _ := openScripts(t, []act{{after: 4 * time.Second, grey: 5}, {after: 1900 * time.Millisecond, grey: 6}, {after: time.Second}})
		for i := range 2 {
			frame, grey := read(t, src)
			assert.Equal(t, i, frame)
			assert.EqualValues(t, 5+i, grey)
		}
		require.NoError(t, src.Close())
	})
}

func TestNewestFrameOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, _ := openScripts(t, append(steady(29, 1), act{after: tick, grey: 99}, act{after: time.Second}))
		time.Sleep(30*tick + tick/2)
		frame, grey := read(t, src)
		assert.Equal(t, 29, frame)
		assert.EqualValues(t, 99, grey, "what nobody looked at is passed over")
		require.NoError(t, src.Close())
	})
}

func TestKindsOfPictures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src, _ := openScripts(t, []act{
			{after: tick, grey: 40, kind: gocv.MatTypeCV8UC1},
			{after: tick, grey: 50, kind: gocv.MatTypeCV8UC4},
			{after: tick, empty: true},
			{after: tick, grey: 60},
			{after: tick, kind: gocv.MatTypeCV8UC2},
		}, steady(1, 70))
		for _, want := range []uint8{40, 50, 60} {
			_, grey := read(t, src)
			assert.Equal(t, want, grey)
		}
		assertGone(t, src, OddKind, "cannot be read")
		_, grey := read(t, src)
		assert.EqualValues(t, 70, grey)
		require.NoError(t, src.Close())
	})
}

func TestPicturelessDeviceIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		script := make([]act, maxEmpty+1)
		for i := range script {
			script[i] = act{after: time.Millisecond, empty: true}
		}
		src, p := openScripts(t, script)
		assertGone(t, src, Unplugged, "unplugged")
		assert.EqualValues(t, 1, p.closed.Load())
		require.NoError(t, src.Close())
	})
}

func TestAddressThatDoesNotAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		answer := make(chan struct{})
		var closed atomic.Int32
		_, err := openLive("far", func() (device, error) {
			<-answer
			return &scripted{closed: &closed}, nil
		})
		require.ErrorContains(t, err, "far: it does not answer")
		close(answer)
		synctest.Wait()
		assert.EqualValues(t, 1, closed.Load(), "what comes too late is closed")
	})
}

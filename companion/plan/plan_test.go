package plan_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/companion/plan"
	"github.com/castellan-companion/castellan/engine/castellan"
)

// played is the bundled film's last castle.
func played(t *testing.T) companion.State {
	t.Helper()
	events, err := companiontest.Events(t.Context(), companiontest.Game1())
	require.NoError(t, err)
	return companion.Fold(events)
}

func TestEverythingIsInsideTheDrawing(t *testing.T) {
	for name, state := range map[string]companion.State{"nothing": {}, "a castle": played(t)} {
		d := plan.Draw(state)
		for _, s := range d.Shapes {
			for _, p := range s.Outline {
				assert.GreaterOrEqual(t, p.X, d.Origin.X-0.1, name)
				assert.LessOrEqual(t, p.X, d.Origin.X+d.Width+0.1, name)
				assert.GreaterOrEqual(t, p.Y, d.Origin.Y-0.1, name)
				assert.LessOrEqual(t, p.Y, d.Origin.Y+d.Height+0.1, name)
			}
		}
	}
}

func TestSVG(t *testing.T) {
	state := played(t)
	var file bytes.Buffer
	require.NoError(t, plan.Draw(state).SVG(&file))
	count := map[string]int{}
	var words []string
	for decoder := xml.NewDecoder(&file); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		switch token := token.(type) {
		case xml.StartElement:
			count[token.Name.Local]++
		case xml.CharData:
			if text := bytes.TrimSpace(token); len(text) > 0 {
				words = append(words, string(text))
			}
		}
	}
	assert.Equal(t, 1, count["svg"])
	assert.ElementsMatch(t, []string{"12", "4", "5", "6", "6"}, words)
}

func TestPicture(t *testing.T) {
	state := played(t)
	d := plan.Draw(state)
	img := d.Picture(800)
	assert.Equal(t, 800, max(img.Bounds().Dx(), img.Bounds().Dy()))
	scale := float64(img.Bounds().Dx()) / d.Width
	node := state.Castle.Pieces()[0].Node
	x, y := int((float64(node.I)-d.Origin.X)*scale), int((-float64(node.J)-d.Origin.Y)*scale)
	assert.NotEqual(t, img.At(0, 0), img.At(x, y), "a tower stands there")
}

func TestALabelIsNotHiddenByTheKeep(t *testing.T) {
	red := "red"
	for _, count := range []int{1, 2} {
		for name, far := range map[string]int{"no room beside the keep": 1, "room enough": 3} {
			court := companion.Courtyard{Value: 4 * count, Owner: &red, Outline: []castellan.Node{{}, {I: far}, {I: far, J: 1}, {J: 1}}}
			keep := companion.KeepOf(castellan.Keep{Color: red, At: [2]float64{0.5, 0.5}, Count: count})
			d := plan.Draw(companion.State{Castle: companion.CastleOf(keep), Courtyards: []companion.Courtyard{court}})
			word, square := d.Shapes[len(d.Shapes)-1], d.Shapes[len(d.Shapes)-2]
			onto := word.Outline[0] == plan.Point{X: 0.5, Y: -0.5}
			assert.Equal(t, far == 1, onto, name)
			assert.NotEqual(t, onto, word.Fill == plan.ColorOf(red), name)
			assert.Equal(t, plan.ColorOf(red), square.Fill, name)
		}
	}
}

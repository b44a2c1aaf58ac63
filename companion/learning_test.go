package companion_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
)

// pupil is an eye that notes what it is told.
type pupil struct {
	eye
	told []reading.Change
}

func (p *pupil) Learn(changes []reading.Change) { p.told = append(p.told, changes...) }

func TestTheEyeIsToldWhatPeopleCorrect(t *testing.T) {
	e := &pupil{eye: make(eye)}
	table := openTable(t, companion.Options{Source: companion.Source{Name: "camera", Eye: e}})
	s := table.Subscribe(100)
	e.eye <- look(true, square())
	until(t, s, func(u companion.Update) bool { return len(u.State.Courtyards) == 1 })

	wrong := companion.WallBetween(castellan.Wall{From: node(0, 0), To: node(2, 0)})
	missed := companion.TowerAt(node(4, 0))
	_, err := table.Do(t.Context(), companion.Correct{Add: []companion.Piece{missed}, Remove: []companion.Piece{wrong}})
	require.NoError(t, err)
	assert.Equal(t, []reading.Change{
		{Add: true, Of: reading.ChangedTower, Place: castellan.Wall{From: node(4, 0), To: node(4, 0)}},
		{Of: reading.ChangedWall, Place: castellan.Wall{From: node(0, 0), To: node(2, 0)}},
	}, e.told)

	e.told = nil
	_, err = table.Do(t.Context(), companion.EndTurn{Anyway: true})
	require.NoError(t, err)
	assert.Empty(t, e.told)
}

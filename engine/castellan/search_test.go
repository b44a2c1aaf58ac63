package castellan_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestCanPlace(t *testing.T) {
	const plenty = 100_000
	for _, c := range []struct {
		note, castle string
		due          castellan.Supply
		castles      int
		want         castellan.Answer
	}{
		{"nothing", "o", castellan.Supply{}, 0, castellan.Yes},
		{"a tower needs an open end", "o", castellan.Supply{Towers: 1}, plenty, castellan.No},
		{"a wall makes one", "o", castellan.Supply{Towers: 1, Short: 1}, plenty, castellan.Yes},
		{"a tower has four sides", "o", castellan.Supply{Short: 4}, plenty, castellan.Yes},
		{"and no more", "o", castellan.Supply{Short: 5}, plenty, castellan.No},
		{"of both kinds", "o", castellan.Supply{Short: 3, Long: 2}, plenty, castellan.No},
		{"with another tower there are seven", "o", castellan.Supply{Towers: 1, Short: 7}, plenty, castellan.Yes},
		{"not eight", "o", castellan.Supply{Towers: 1, Short: 8}, plenty, castellan.No},
		{"cut short", "o", castellan.Supply{Towers: 1, Short: 8}, 5, castellan.Unknown},
		{"less than nothing", "o", castellan.Supply{Short: -1}, plenty, castellan.No},
		{"the first pieces", "", castellan.Supply{Towers: 1, Long: 1}, plenty, castellan.Yes},
		{"the first pieces without a tower", "", castellan.Supply{Long: 2}, plenty, castellan.No},
	} {
		t.Run(c.note, func(t *testing.T) {
			p, violations := castellan.Validate(castle(t, c.castle), castellan.DefaultRules())
			require.NotNil(t, p, "%v", violations)
			answer, order := p.CanPlace(c.due, "red", c.castles)
			assert.Equal(t, c.want, answer)
			if answer == castellan.Yes {
				assertPlaces(t, p, c.due, order)
			}
		})
	}
}

// assertPlaces lays the pieces in the given order.
func assertPlaces(t require.TestingT, p *castellan.Position, due castellan.Supply, order []castellan.Piece) {
	p = p.Clone()
	for _, piece := range order {
		require.Empty(t, p.Add(piece, "red"), piece)
		kind, _ := piece.Kind(castellan.StandardSet())
		due.Add(kind, -1)
	}
	require.Equal(t, castellan.Supply{}, due)
}

// exhaust tries every order and every place, and forgets nothing.
func exhaust(p *castellan.Position, due castellan.Supply) bool {
	if due == (castellan.Supply{}) {
		return true
	}
	for kind := range castellan.Kind(3) {
		if due.Of(kind) == 0 {
			continue
		}
		for _, piece := range p.Placements(kind, "red", nil) {
			next, rest := p.Clone(), due
			next.Add(piece, "red")
			rest.Add(kind, -1)
			if exhaust(next, rest) {
				return true
			}
		}
	}
	return false
}

func TestCanPlaceAgreesWithExhaustion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), rapid.IntRange(0, 6).Draw(t, "pieces"))
		due := castellan.Supply{
			Towers: rapid.IntRange(0, 2).Draw(t, "towers"),
			Long:   rapid.IntRange(0, 2).Draw(t, "long"),
			Short:  rapid.IntRange(0, 1).Draw(t, "short"),
		}
		answer, order := p.CanPlace(due, "red", 1_000_000)
		require.NotEqual(t, castellan.Unknown, answer)
		assert.Equal(t, exhaust(p, due), answer == castellan.Yes)
		if answer == castellan.Yes {
			assertPlaces(t, p, due, order)
		}
	})
}

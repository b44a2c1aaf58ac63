package castellan

import (
	"fmt"
	"math"
)

// PieceSet holds the measures of a set of pieces, in lattice units. The two wall lengths are counted from tower centre to
// tower centre. Everything that the engine knows of collisions follows from these four numbers.
type PieceSet struct {
	Short, Long   int     // wall lengths, whole lattice units, 0 < Short < Long
	TowerDiameter float64 // 0 < TowerDiameter < Short
	WallThickness float64 // 0 < WallThickness <= TowerDiameter
}

// maxWallLength keeps the table of conflicts (geometry.go) small.
const maxWallLength = 32

// StandardSet is the piece set of the game as sold: a long wall is as long as two short ones.
func StandardSet() PieceSet {
	return PieceSet{Short: 1, Long: 2, TowerDiameter: 17. / 32, WallThickness: 8. / 32}
}

// Check tells what is wrong with the measures, or nil.
func (p PieceSet) Check() error {
	switch {
	case p.Short < 1 || p.Long <= p.Short || p.Long > maxWallLength:
		return fmt.Errorf("wall lengths %d and %d: the short one must be at least 1, the long one longer and at most %d",
			p.Short, p.Long, maxWallLength)
	case math.IsNaN(p.TowerDiameter) || p.TowerDiameter <= 0 || p.TowerDiameter >= float64(p.Short):
		return fmt.Errorf("tower diameter %g: it must be more than 0 and less than a short wall (%d)", p.TowerDiameter, p.Short)
	case math.IsNaN(p.WallThickness) || p.WallThickness <= 0 || p.WallThickness > p.TowerDiameter:
		return fmt.Errorf("wall thickness %g: it must be more than 0 and at most a tower's diameter (%g)",
			p.WallThickness, p.TowerDiameter)
	}
	return nil
}

// length of a wall of the given kind.
func (p PieceSet) length(k Kind) int {
	if k == LongWall {
		return p.Long
	}
	return p.Short
}

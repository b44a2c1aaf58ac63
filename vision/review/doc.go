// Package review looks once more at a castle along its lattice, knowing what the first look saw (auto-context, after Tu 2008): from the pieces
// that Cells believes in follow what they hide from the eye and what plastic and table look like in this very picture. Both are shown to a
// network, Review, beside the picture itself; it corrects what Cells said of towers and walls.
//
//	var r review.Reviewer
//	r.Correct(&runner, &cells, picture, lens, &grid, &set, 2, nil, 2, nil)
package review

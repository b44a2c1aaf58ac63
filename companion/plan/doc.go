// Package plan draws a castle as seen from above: as SVG, as a picture, or on whatever else takes its shapes.
//
//	drawing := plan.Draw(state)
//	err := drawing.SVG(w)
//	picture := drawing.Picture(1200)
package plan

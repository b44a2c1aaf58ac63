// Package pieces learns the measures and colours of a piece set from one picture: a tower, a short wall, a long wall and a keep of each
// colour standing apart from each other between the tags, seen at a slant so that their heights show.
//
//	learned, err := pieces.Learn(picture, nil)
//	// show learned.Pieces drawn on the picture, ask, and keep learned.Set
package pieces

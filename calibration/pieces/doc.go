// Package pieces learns the measures and colours of a piece set from a picture: a tower, a short wall, a long wall and a keep of each
// colour standing apart from each other between the tags, seen at a slant so that their heights show. A picture of the same table
// before the pieces were put there, from the same place, tells what is piece and what is table.
//
// What is piece is weighed pixel by pixel (evidence): by what the table looked like there, by how shadows change it, and by the colours
// that the pieces turn out to have. Solids are fitted to that; pieces of one kind share their measures. Measures that contradict each
// other are refused.
//
//	learned, err := pieces.Learn(pieces.Pictures{Pieces: picture, Bare: before}, nil)
//	// show learned.Pieces drawn on the picture, ask, and keep learned.Set
package pieces

package synth

// The first four codes of the family tag36h11, most significant bit first, and the cell of the 8 x 8 square (border
// included, row 0 on top) that each bit fills.
var (
	tagCodes = [4]uint64{0xd7e00984b, 0xdda664ca7, 0xdc4a1c821, 0xe17b470e9}
	tagBitX  = [36]int{1, 2, 3, 4, 5, 2, 3, 4, 3, 6, 6, 6, 6, 6, 5, 5, 5, 4, 6, 5, 4, 3, 2, 5, 4, 3, 4, 1, 1, 1, 1, 1, 2, 2, 2, 3}
	tagBitY  = [36]int{1, 1, 1, 1, 1, 2, 2, 2, 3, 1, 2, 3, 4, 5, 2, 3, 4, 3, 6, 6, 6, 6, 6, 5, 5, 5, 4, 6, 5, 4, 3, 2, 5, 4, 3, 4}
)

const (
	tagSizeMM   = 40.0 // edge of the black square
	tagCardMM   = 62.0
	tagHeightMM = 0.4 // of the printed face above the table
)

// tagCells gives the white cells of a tag by [row from the top][column].
func tagCells(id int) (white [8][8]bool) {
	for i := range 36 {
		if tagCodes[id]>>(35-i)&1 == 1 {
			white[tagBitY[i]][tagBitX[i]] = true
		}
	}
	return white
}

// tagPrint gives the paint of a tag's card in its own frame (mm, origin in the middle, y up as printed).
func tagPrint(id int, black, white vec) func(p vec) vec {
	cells := tagCells(id)
	const cell = tagSizeMM / 8
	return func(p vec) vec {
		x, y := (p.X+tagSizeMM/2)/cell, (tagSizeMM/2-p.Y)/cell
		if x < 0 || y < 0 || x >= 8 || y >= 8 || cells[int(y)][int(x)] {
			return white
		}
		return black
	}
}

package apriltag

/*
#include <apriltag/apriltag.h>
#include <apriltag/tag36h11.h>
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// A tag as printed, in the frame of its black square: x right and y down from -1 to 1.
const (
	cellsAcross = 8 // of the black square; a white margin of one cell surrounds it
	cellSize    = 2.0 / cellsAcross
)

// Cells tells for each row, from the top, and each column of a printed tag whether the cell is white. The outermost cells are the
// margin around the black square, which is cells 1 to 8 of both.
func Cells(id int) (white [cellsAcross + 2][cellsAcross + 2]bool, err error) {
	family := C.tag36h11_create()
	defer C.tag36h11_destroy(family)
	if id < 0 || id >= int(family.ncodes) {
		return white, fmt.Errorf("there is no tag %d; the ids are 0 to %d", id, family.ncodes-1)
	}
	return cells(family, id), nil
}

// tagCorners are the corners of the black square in the order of calibration.TagDetection.
var tagCorners = [4][2]float64{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}

// cellEdge is a place on the edge between a black and a white cell, with the normal from black to white.
type cellEdge struct{ x, y, nx, ny float64 }

// edgeSamples are the places on each cell's edge, as parts of the edge; they keep away from the cell's corners.
var edgeSamples = [...]float64{0.25, 0.5, 0.75}

// cellEdges lists the edges of the tag with this id.
func cellEdges(family *C.apriltag_family_t, id int) []cellEdge {
	white := cells(family, id)
	place := func(cells float64) float64 { return cells*cellSize - 1 - cellSize } // the margin is one cell wide

	var edges []cellEdge
	for row := range white {
		for column := range white[row] {
			for _, part := range edgeSamples {
				if column+1 < len(white[row]) && white[row][column] != white[row][column+1] {
					edges = append(edges, cellEdge{
						x: place(float64(column + 1)), y: place(float64(row) + part), nx: towards(white[row][column+1]),
					})
				}
				if row+1 < len(white) && white[row][column] != white[row+1][column] {
					edges = append(edges, cellEdge{
						x: place(float64(column) + part), y: place(float64(row + 1)), ny: towards(white[row+1][column]),
					})
				}
			}
		}
	}
	return edges
}

// cells tells for each row and column of the printed tag, its margin of one cell included, whether the cell is white.
func cells(family *C.apriltag_family_t, id int) (white [cellsAcross + 2][cellsAcross + 2]bool) {
	for i := range white {
		last := len(white) - 1
		white[0][i], white[last][i], white[i][0], white[i][last] = true, true, true, true
	}
	code := unsafe.Slice(family.codes, family.ncodes)[id]
	columns, rows := unsafe.Slice(family.bit_x, family.nbits), unsafe.Slice(family.bit_y, family.nbits)
	for i := range columns {
		white[rows[i]+1][columns[i]+1] = code>>(len(columns)-1-i)&1 == 1
	}
	return white
}

func towards(positive bool) float64 {
	if positive {
		return 1
	}
	return -1
}

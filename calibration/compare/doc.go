// Package compare tells how a picture of the table differs from an earlier one that was taken from the same place: where something stands
// now, or throws its shadow.
//
//	before, now := compare.NewPhoto(bare, 1), compare.NewPhoto(picture, 1)
//	d := compare.New(now, before, nil)
//	for _, part := range d.Parts(d.Changed(), 50) {
//		// part holds the indices of its pixels: y*d.W + x
//	}
package compare

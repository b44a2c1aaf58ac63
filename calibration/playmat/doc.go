// Package playmat makes the paper that goes onto the table, as PDF: a page of four tags to cut out, with a ruler and where to lay
// them, and a mat for a copy shop with the tags in its corners.
//
//	err := playmat.WriteTags(file, playmat.A4)
package playmat

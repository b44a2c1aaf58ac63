// Package pieces says what was learned of a piece set from a picture: which pieces were found, their measures and colours, and the set
// that they belong to. Measures that contradict each other are refused. The pictures are looked at by vision.LearnSet (pieces that stand
// apart from each other) and by vision.MeasureSet (a courtyard built of them).
package pieces

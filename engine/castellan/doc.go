// Package castellan knows the rules of the board game Castellan: the castle as a graph on a lattice, its courtyards,
// legality, turns and score. It is pure Go without I/O, clock or goroutines: the same actions always give the same game.
//
// A Setup is a heap of pieces, legal or not. Evaluate says everything about it: its courtyards with owners and values,
// the score, and every violation of the rules with a code, the pieces and a sentence.
package castellan

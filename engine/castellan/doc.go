// Package castellan knows the rules of the board game Castellan: the castle as a graph on a lattice, its courtyards,
// legality, turns and score. It is pure Go without I/O, clock or goroutines: the same actions always give the same game.
package castellan

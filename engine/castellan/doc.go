// Package castellan knows the rules of the board game Castellan: the castle as a graph on a lattice, its courtyards,
// legality, cards, turns and score. It is pure Go without clock or goroutines, and it reads and writes only what it is
// handed: the same actions always give the same game.
//
// There are three ways to look at a castle:
//
//   - A [Setup] is a heap of pieces, legal or not: what a camera sees, what a file holds. [Evaluate] says everything about it:
//     courtyards with owners and values, the score, and every violation of the rules with a code, the pieces and a sentence.
//   - A [Position] is a castle that the rules accept. [Validate] makes one of a setup. Pieces are added and removed one at a
//     time, at the cost of the courtyards they touch; it answers which placements are legal, and whether pieces fit at all.
//   - A [Game] is a position with players, cards and turns. It never changes: [Game.Apply] takes an [Action] (a turn, a
//     correction, an undo, an end) and gives a new game, or the same one with all the reasons. A [Record] is a game written down.
//
// A [Ruleset] holds the piece set and every reading of the rules where the printed ones leave something open.
//
// Files are castellan-castle/1 ([DecodeSetup]), castellan-game/1 ([DecodeRecord]) and castellan-deck/1 ([DecodeDeck]). There
// is a notation on one line for a castle ([Setup.Notation], its grammar is in notation.go), which is the same for a castle that was
// slid or turned, and one for a game ([Record.Notation], gamenotation.go).
//
// The faces of a castle are found by walking half-edges: all at once in faces.go, step by step in court.go. What conflicts
// with what follows from the measures of the pieces, by a table of rivals in geometry.go.
package castellan

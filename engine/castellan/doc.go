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
// Files are castellan-castle/1 ([DecodeSetup]), castellan-game/1 ([DecodeRecord]) and castellan-deck/1 ([DecodeDeck]).
//
// The faces of a castle are found by walking half-edges: all at once in faces.go, step by step in court.go. What conflicts
// with what follows from the measures of the pieces, by a table of rivals in geometry.go.
//
// # Game files
//
// Beyond the turns of a script a castellan-game/1 file may say
//
//	"cards": "tracked"                      or "counted", "ignored": see [Cards]; ignored where there are neither deck nor piles
//	"ruleset": {"claim-mandatory": false}   readings that the table has agreed on, by their names in [Ruleset]
//
// and hold other actions among its turns:
//
//	{"player": "red", "pieces": {"tower": 1, "short": 2}, ...}     what the cards of a turn showed, where cards are counted
//	{"action": "undo"}
//	{"action": "correct", "castle": {"towers": [...], "walls": [...], "keeps": [...]}, "next": "red"}
//	{"action": "end"}
//
// # Notation of a castle
//
// The notation of a castle is one line of text:
//
//	castle = [ rows ] { " " keep } .
//	rows   = [ row ] { break [ row ] } .          the northernmost row first
//	break  = "/" | "%" number .                   %n stands for n slashes
//	row    = { [ gap ] node } .                   from west to east
//	gap    = number .                             so many nodes at which nothing begins
//	node   = ( "o" | "." ) { wall } .             o is a tower, . is none
//	wall   = "-" | "=" | "'" | `"` .              a short or a long wall eastwards, a short or a long wall northwards
//	keep   = colour [ "*" ] "@" int "," int .     stands in the unit square with that south-western node; * is a double keep
//
// A wall is written at its western or southern end. The last row is row 0, the westernmost node is in column 0. A colour is
// made of letters, digits, "_" and "-". So
//
//	o-o/o-'o' red@0,0
//
// is the smallest courtyard, claimed by red.
//
// A canonical notation is the least (shortest first) of those of the castle's four quarter turns, has no needless gaps or
// rows, "%" for three breaks and more, walls in the order above and keeps sorted. The keep of a courtyard is written in the
// square at the lowest of the courtyard's westernmost towers. ParseNotation also takes notations that are not canonical, and
// tolerates "O" for "o", any white space around and between castle and keeps, and a wall or a tower written twice.
//
// # Notation of a game
//
// The notation of a game is text for people:
//
//	game    = { tag } { action } .
//	tag     = "[" word { word } "]" .
//	action  = [ number "." ] ( turn | "undo" | "end" | correct ) .
//	turn    = player { "play" { card } | "take" supply | "build" { piece } | "pass" supply | "claim" { claim } | "draw" { "w" | "t" } } .
//	correct = "correct" node rows { keep } [ "next" player ] .   a castle (see the notation of a castle) and where its row 0 and column 0 are
//	supply  = { number ( "T" | "L" | "S" ) } | "0" .             towers, long and short walls: 2T1S
//	piece   = node [ ">" node ] .                                a tower, or a wall from one node to the other
//	node    = int "," int .
//	claim   = float "," float [ "=" ] [ "*" ] .                  = is a keep that stays, * a double one
//
// The tags are
//
//	[Players red blue]  [First red]  [Cards tracked]
//	[Ruleset claim-mandatory=no]    readings that the table has agreed on, each with yes or no
//	[Card t1 tower 2T +1]           for each card: name, back, pieces, number of draw symbols
//	[Pile red wall w3 w1 w7]        for each pile, the top card first
//
// A comment is {in braces} or goes from ";" to the end of the line. The parser takes any white space and line breaks, does not
// look at the numbers of actions, takes keywords and names of tags in any case, and skips tags that it does not know. What a
// record holds beyond this (unknown fields) is not written.
package castellan

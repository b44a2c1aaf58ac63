// Package archive looks things up in the record of games: a game at any moment, the list of games, statistics.
//
//	a := archive.New(record)
//	then, err := a.State(ctx, 3, 120) // game 3 after its event 120
package archive

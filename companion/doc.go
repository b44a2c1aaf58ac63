// Package companion is the game at one table. It joins what the eye sees (reading.Observation) with what the rules say
// (engine/castellan) and with what people want (Command), and keeps the record of it.
//
// Everything that happens is an Event. An event is stored before it is announced, and the State is nothing but the fold of
// a game's events: a table that is opened again on the same record is in the same state.
//
//	table, err := companion.Open(ctx, companion.Options{Record: record, Source: companion.Source{Name: "webcam", Eye: eye}})
//	defer table.Close()
//	state, err := table.Do(ctx, companion.EndTurn{})
//
// One goroutine owns the game. What it announces is immutable, so readers never wait for it.
package companion

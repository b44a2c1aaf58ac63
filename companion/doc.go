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
//
// A State is a castle that may break the rules, and beside it the engine's game as it was when the running turn began
// (engine.go). The turn is what the castle has more than that game (turn.go). While it is built it is judged without regard to
// what is still missing (judge.go); its end has to be a turn that the engine accepts, or people say that it ends all the same
// (turncommands.go). A person's word against the eye or the referee is an event like any other (rulingfacts.go). What the eye
// stays in doubt about is asked where something depends on it (weigh.go).
package companion

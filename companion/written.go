package companion

import (
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Written is a game as it is written down (castellan-game/1). Turns that the referee judged are turns; where people had the
// last word, or nobody had said who plays, the castle at the turn's end is written as a correction. It is false while nobody
// is known to play.
func Written(events []Event) (castellan.Record, bool) {
	final := Fold(events)
	if len(final.Players) < 2 {
		return castellan.Record{}, false
	}
	first := final.First
	if !slices.Contains(final.Players, first) {
		first = final.Players[0]
	}
	w := writer{record: castellan.Record{Start: final.start(final.Players, first)}}
	game, err := castellan.NewGame(w.record.Start, castellan.DefaultRules())
	if err != nil {
		return castellan.Record{}, false
	}
	w.games = []*castellan.Game{game}
	var s State
	for _, e := range events {
		before := s
		s = s.Apply(e)
		switch fact := e.Fact.(type) {
		case TurnEnded:
			w.turn(before, fact)
		case TurnRedone:
			w.turn(before, fact.TurnEnded)
		case TurnUndone:
			w.takeBack()
		case GameEnded:
			w.marks = append(w.marks, len(w.record.Actions))
			w.act(castellan.Action{End: true}) // where the cards have not ended it
		case GameReopened:
			w.takeBack()
		}
	}
	w.leftOver(final)
	return w.record, true
}

// writer writes a game down. marks are the numbers of actions before each turn.
type writer struct {
	record castellan.Record
	games  []*castellan.Game // after each action
	marks  []int
}

func (w *writer) game() *castellan.Game { return w.games[len(w.games)-1] }

// act writes an action where the engine accepts it.
func (w *writer) act(a castellan.Action) bool {
	game, ruling := w.game().Apply(a)
	if ruling.Verdict != castellan.Accepted {
		return false
	}
	w.record.Actions = append(w.record.Actions, a)
	w.games = append(w.games, game)
	return true
}

// turn writes the end of a turn.
func (w *writer) turn(before State, ended TurnEnded) {
	w.marks = append(w.marks, len(w.record.Actions))
	players := w.record.Start.Players
	if ended.Played != nil && before.game != nil {
		if !sameCastle(w.game(), before.game) || w.game().Next() != before.Turn.Player {
			w.correct(before.game.Position().Setup(), before.Turn.Player)
		}
		turn := ended.Played.Turn
		if w.act(castellan.Action{Turn: &turn}) {
			return
		}
	}
	w.correct(before.judged().Setup(players), ended.Next)
}

// correct writes a castle as it stands.
func (w *writer) correct(castle castellan.Setup, next string) {
	castle.Players = nil
	if !slices.Contains(w.record.Start.Players, next) {
		next = ""
	}
	w.act(castellan.Action{Correct: &castellan.Correction{Castle: castle, Next: next}})
}

// takeBack leaves out what was written last.
func (w *writer) takeBack() {
	if len(w.marks) == 0 {
		return
	}
	mark := w.marks[len(w.marks)-1]
	w.marks = w.marks[:len(w.marks)-1]
	w.record.Actions, w.games = w.record.Actions[:mark], w.games[:mark+1]
}

// leftOver writes what stands after the last end of a turn.
func (w *writer) leftOver(final State) {
	castle := final.judged().Setup(w.record.Start.Players)
	position := w.game().Position().Setup()
	if final.Ended || slices.Equal(castle.Towers, position.Towers) && len(castle.Walls) == len(position.Walls) &&
		len(castle.Keeps) == len(position.Keeps) {
		return
	}
	w.correct(castle, final.Turn.Player)
}

func sameCastle(a, b *castellan.Game) bool {
	x, y := a.Position().Setup(), b.Position().Setup()
	return slices.Equal(x.Towers, y.Towers) && slices.Equal(x.Walls, y.Walls) && len(x.Keeps) == len(y.Keeps)
}

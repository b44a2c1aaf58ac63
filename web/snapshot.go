package web

import (
	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/vision/reading"
)

// Snapshot is the game as it stands and how the table is watched: what GET /api/v1/games/current answers.
type Snapshot struct {
	Schema string `json:"schema"`
	companion.State
	Piles       *struct{}           `json:"piles,omitempty"` // in place of the state's, which nobody may see
	Placed      []companion.Piece   `json:"placed"`          // by the running turn
	Checklist   companion.Checklist `json:"checklist"`
	CanRedo     bool                `json:"can_redo"`    // the end of a turn was taken back
	Provisional bool                `json:"provisional"` // courtyards and points may turn out otherwise
	Status      companion.Status    `json:"status"`
}

const snapshotSchema = "castellan-state/1"

func snapshot(state companion.State, status companion.Status) Snapshot {
	if status.Notes == nil {
		status.Notes = []reading.Note{}
	}
	return Snapshot{
		Schema: snapshotSchema, State: state, Placed: state.Placed(), Checklist: state.Checklist(), CanRedo: state.CanRedo(),
		Provisional: state.Provisional(), Status: status,
	}
}

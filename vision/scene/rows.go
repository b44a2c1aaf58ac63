package scene

import (
	"github.com/castellan-companion/castellan/vision/reading"
)

// StillRow is what came of one picture.
type StillRow struct {
	File  string `json:"file"` // its truth file, relative to the folder
	Group string `json:"group"`
	Error string `json:"error,omitempty"` // why it could not be read; then it counts as if no piece had been found

	Comparison
	ScoreRight bool           `json:"score_right"`
	Score      map[string]int `json:"score"`      // points by colour, counted on the castle that was read
	TrueScore  map[string]int `json:"true_score"` // points by colour

	Blank bool    `json:"blank"` // there is no castle in the picture
	Ghost bool    `json:"ghost"` // a castle of two or more pieces was read where there is none
	MS    float64 `json:"ms"`

	Doubts Doubts `json:"doubts"`

	sure []sureness
}

// sureness is how sure the eye was of a piece, and whether the piece is there.
type sureness struct {
	p     float64
	right bool
}

// ghostPieces is how many pieces it takes for a castle: one alone may be a piece of the supply.
const ghostPieces = 2

func newStillRow(name string, still *Still) StillRow {
	row := StillRow{File: name, Group: still.Group, TrueScore: still.Score}
	row.Truth = len(still.Castle.Towers) + len(still.Castle.Walls)
	row.Blank = row.Truth == 0
	return row
}

// judge fills in what came of a reading.
func (r *StillRow) judge(still *Still, read *reading.Reading) {
	r.Comparison = Compare(read.Castle, still.Castle, still.Hidden)
	r.Score = read.Castle.Scores()
	r.ScoreRight = sameScore(r.Score, r.TrueScore)
	r.Ghost = r.Blank && r.Read >= ghostPieces
	r.MS = read.MS
	r.Doubts = judgeDoubts(&r.Comparison, read, still)
	truth := greyPieces(still.Castle)
	for _, p := range read.Pieces {
		var place Piece
		switch {
		case p.Tower != nil:
			place = newPiece(*p.Tower, *p.Tower)
		case p.Wall != nil:
			place = newPiece(p.Wall.From, p.Wall.To)
		default:
			continue
		}
		r.sure = append(r.sure, sureness{p.P, truth.has(r.Motion.piece(place))})
	}
}

// right tells whether there is nothing to find fault with.
func (r *StillRow) right() bool {
	return r.Error == "" && r.Exact && r.KeepsRight && r.TrialRight && r.ScoreRight
}

// FilmRow is what came of one film.
type FilmRow struct {
	File  string `json:"file"`            // its truth file, relative to the folder
	Error string `json:"error,omitempty"` // why it could not be watched; then nothing counts as right

	WatchComparison
	MSMean float64 `json:"ms_mean"` // per frame, as the watcher says
	MSP95  float64 `json:"ms_p95"`
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
	"github.com/castellan-companion/castellan/web/client"
)

// mostQuestions is how many questions of a game a careful human would ask too.
const mostQuestions = 2

// Every film of the folder that the environment's FILMS names (castellan-video/1 files beside their videos) is played at its own pace
// through the companion, whose players end their turns through the API as those on the film did. That takes as long as the films.
func TestFilmsAtTheirPace(t *testing.T) {
	folder := os.Getenv("FILMS")
	if folder == "" {
		t.Skip("FILMS names no folder of films; 'make films' does")
	}
	truths, err := filepath.Glob(filepath.Join(folder, "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, truths, "no films in %s", folder)
	for _, truth := range truths {
		t.Run(filepath.Base(truth), func(t *testing.T) { playFilm(t, truth) })
	}
}

func playFilm(t *testing.T, truth string) {
	film, err := scene.LoadFilm(truth)
	require.NoError(t, err)
	acts := loadActs(t, truth)
	companionAt := client.New(serveFor(t, &serveCommand{
		eyeFlags: eyeFlags{Camera: truth, Set: truth}, Source: film.Video,
		Addr: "127.0.0.1:0", Store: filepath.Join(t.TempDir(), "games.db"),
	}))
	started, err := companionAt.Do(t.Context(), companion.NewGame{Players: acts.players()})
	require.NoError(t, err)

	ends := acts.ends()
	over := errors.New("the film is over")
	ended := 0 // turns; an update may be older than that
	err = companionAt.Live(t.Context(), func(u client.Update) error {
		turn := u.Game.Turn.Number
		if u.Game.Game == started.Game && turn > ended && turn <= len(ends) && stands(u.Game.Castle, &film, ends[turn-1]) {
			ended = turn
			return ignoreState(companionAt.Do(t.Context(), companion.EndTurn{Turn: turn, Anyway: true}))
		}
		if u.Game.Status.Camera == companion.Ended {
			return over
		}
		return nil
	})
	require.ErrorIs(t, err, over)

	game, err := companionAt.Game(t.Context())
	require.NoError(t, err)
	events, err := companionAt.Events(t.Context(), game.Game, 0)
	require.NoError(t, err)
	last := film.States[len(film.States)-1]
	assert.Equal(t, last.Score, game.Scores)
	assert.True(t, stands(game.Castle, &film, last.From), "the castle is the one on the film")
	assert.Equal(t, len(ends)+1, game.Turn.Number)
	assert.Equal(t, acts.counted(), recorded(events), "each thing that happened stands in the record once, in its turn")
	questions := asked(events)
	assert.LessOrEqual(t, len(questions), mostQuestions, "%v", questions)
	t.Logf("score %v, %d turns, %d events of the film, %d questions %v", game.Scores, len(ends), len(acts), len(questions), questions)
}

func ignoreState(_ client.Game, err error) error { return err }

// act is what somebody does on a film.
type act struct {
	Frame  int    `json:"frame"`
	Turn   int    `json:"turn"`
	Player string `json:"player"`
	Kind   string `json:"kind"`
	Piece  string `json:"piece"`
	On     bool   `json:"on"`
}

type acts []act

func loadActs(t *testing.T, truth string) acts {
	content, err := os.ReadFile(truth)
	require.NoError(t, err)
	var file struct {
		Events acts `json:"events"`
	}
	require.NoError(t, json.Unmarshal(content, &file))
	return file.Events
}

// players are the colours in the order of play.
func (all acts) players() []string {
	var players []string
	for _, a := range all {
		if a.Turn > 0 && a.Player != "" && !slices.Contains(players, a.Player) {
			players = append(players, a.Player)
		}
	}
	return players
}

// ends are the frames in which turns end.
func (all acts) ends() []int {
	var frames []int
	for _, a := range all {
		if a.Kind == "turn_end" {
			frames = append(frames, a.Frame)
		}
	}
	return frames
}

// counted is how often which kind of piece came or went in each turn.
func (all acts) counted() map[string]int {
	count := map[string]int{}
	for _, a := range all {
		switch a.Kind {
		case reading.KindPlace, reading.KindKeep:
			count[change(a.Turn, a.Piece, true)]++
		case reading.KindRemove:
			count[change(a.Turn, a.Piece, false)]++
		case reading.KindTrial:
			count[change(a.Turn, "trial", a.On)]++
		}
	}
	return count
}

// recorded is the same of a record.
func recorded(events []companion.Event) map[string]int {
	count := map[string]int{}
	for _, e := range events {
		switch fact := e.Fact.(type) {
		case companion.PiecePlaced:
			count[change(e.Turn, string(fact.Piece.Kind), true)] += max(1, fact.Piece.Keep.Count)
		case companion.PieceRemoved:
			count[change(e.Turn, string(fact.Piece.Kind), false)] += max(1, fact.Piece.Keep.Count)
		case companion.KeepChanged:
			if more := fact.To.Keep.Count - fact.From.Keep.Count; more != 0 {
				count[change(e.Turn, "keep", more > 0)]++
			}
		}
	}
	return count
}

func change(turn int, piece string, came bool) string {
	what := "went"
	if came {
		what = "came"
	}
	return fmt.Sprintf("turn %d: %s %s", turn, piece, what)
}

func asked(events []companion.Event) []string {
	var questions []string
	for _, e := range events {
		if fact, ok := e.Fact.(companion.QuestionAsked); ok {
			questions = append(questions, fmt.Sprintf("%s %v", fact.Question.Code, fact.Question.Answers))
		}
	}
	return questions
}

// stands tells whether a castle is the one that a film shows in a frame.
func stands(c client.Castle, film *scene.Film, frame int) bool {
	at := slices.IndexFunc(film.States, func(s scene.State) bool { return frame <= s.To })
	seen := reading.Castle{Towers: c.Towers, Walls: c.Walls, Trial: c.Trial}
	for _, k := range c.Keeps {
		seen.Keeps = append(seen.Keeps, reading.Keep{Color: k.Color, At: k.At, Count: k.Count})
	}
	compared := scene.Compare(seen, film.States[at].Castle, scene.Hidden{})
	return compared.Exact && compared.KeepsRight
}

package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/archive"
	"github.com/castellan-companion/castellan/engine/castellan"
)

// gameRoutes are those of games in the record, the one that is played included.
func (s *Server) gameRoutes(v1 *gin.RouterGroup) {
	v1.GET("/games", s.games)
	v1.GET("/statistics", s.statistics)
	v1.POST("/games/import", s.importGame)
	v1.GET("/games/:game/events", s.events)
	v1.GET("/games/:game/states/:seq", s.stateAt)
	v1.GET("/games/:game/pictures/:seq", s.pictureAt)
	v1.GET("/games/:game/export/:file", s.exportGame)
	v1.POST("/games/:game/continue", s.continueGame)
}

func (s *Server) games(c *gin.Context) {
	games, err := s.archive.Games(c.Request.Context())
	if err != nil {
		problem(c, http.StatusServiceUnavailable, "record", err.Error())
		return
	}
	c.JSON(http.StatusOK, gin.H{"games": games})
}

func (s *Server) statistics(c *gin.Context) {
	statistics, err := s.archive.Statistics(c.Request.Context())
	if err != nil {
		problem(c, http.StatusServiceUnavailable, "record", err.Error())
		return
	}
	c.JSON(http.StatusOK, statistics)
}

// maxEvents is how many events one answer holds at most.
const maxEvents = 1000

func (s *Server) events(c *gin.Context) {
	game, err := s.gameNumber(c.Param("game"))
	after, err2 := strconv.ParseInt(c.DefaultQuery("after", "0"), 10, 64)
	if errors.Join(err, err2) != nil {
		problem(c, http.StatusBadRequest, "number", "A game is named by its number or as current; after is the number of an event.")
		return
	}
	events, err := s.record.Events(c.Request.Context(), game, after, maxEvents)
	switch {
	case err != nil:
		problem(c, http.StatusServiceUnavailable, "record", err.Error())
	case len(events) == 0 && after == 0:
		problem(c, http.StatusNotFound, "no_game", "There is no game with this number.")
	default:
		c.JSON(http.StatusOK, gin.H{"events": events})
	}
}

func (s *Server) gameNumber(name string) (int64, error) {
	if name == "current" {
		return s.table.State().Game, nil
	}
	return strconv.ParseInt(name, 10, 64)
}

// moment is the game and the number of an event that a request names; false where it names none, which was answered.
func (s *Server) moment(c *gin.Context) (game, seq int64, ok bool) {
	game, err := s.gameNumber(c.Param("game"))
	seq, err2 := strconv.ParseInt(c.Param("seq"), 10, 64)
	if errors.Join(err, err2) != nil {
		problem(c, http.StatusBadRequest, "number", "A game is named by its number or as current, a moment by the number of an event.")
		return 0, 0, false
	}
	return game, seq, true
}

// stateAt answers with a game as it stood after an event.
func (s *Server) stateAt(c *gin.Context) {
	game, seq, ok := s.moment(c)
	if !ok {
		return
	}
	state, err := s.archive.State(c.Request.Context(), game, seq)
	if err != nil {
		s.lookedUp(c, err)
		return
	}
	c.JSON(http.StatusOK, snapshot(state, companion.Status{Camera: companion.NoSource, Source: state.Source, Film: state.Film}))
}

// lookedUp answers why something could not be found in the record.
func (s *Server) lookedUp(c *gin.Context, err error) {
	if errors.Is(err, archive.ErrNotFound) || errors.Is(err, companion.ErrNoPicture) {
		problem(c, http.StatusNotFound, "moment", "There is no such game, or no such moment in it.")
		return
	}
	s.log.Error("the record could not be read", "path", c.Request.URL.Path, "error", err)
	problem(c, http.StatusServiceUnavailable, "record", err.Error())
}

// pictureAt answers with the picture of an event.
func (s *Server) pictureAt(c *gin.Context) {
	game, seq, ok := s.moment(c)
	if !ok {
		return
	}
	jpeg, err := s.record.Picture(c.Request.Context(), game, seq)
	if err != nil {
		s.lookedUp(c, err)
		return
	}
	c.Header("Cache-Control", "private, max-age=31536000, immutable")
	c.Data(http.StatusOK, "image/jpeg", jpeg)
}

// continueGame begins a new game with what happened in another one up to an event.
func (s *Server) continueGame(c *gin.Context) {
	game, err := s.gameNumber(c.Param("game"))
	var from struct{ Seq int64 }
	if err = errors.Join(err, json.NewDecoder(c.Request.Body).Decode(&from)); err != nil {
		problem(c, http.StatusBadRequest, "json", "Name a game and the number of an event in it.")
		return
	}
	state, err := s.table.Continue(c.Request.Context(), game, from.Seq)
	s.answer(c, state, err)
}

// importGame begins a new game with one that was written down, as JSON (castellan-game/1) or in the notation of games.
func (s *Server) importGame(c *gin.Context) {
	body, err := io.ReadAll(c.Request.Body)
	if err != nil {
		problem(c, http.StatusBadRequest, "body", "The game is too long to be taken in.")
		return
	}
	text := string(body)
	var record castellan.Record
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		record, err = castellan.DecodeRecord(strings.NewReader(text))
	} else {
		record, err = castellan.ParseRecordNotation(text)
	}
	if err != nil {
		problem(c, http.StatusBadRequest, "game", "The game cannot be read: "+err.Error())
		return
	}
	state, err := s.table.Import(c.Request.Context(), record)
	s.answer(c, state, err)
}

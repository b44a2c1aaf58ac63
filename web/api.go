package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/engine/castellan"
)

func (s *Server) routes(r *gin.Engine, metrics prometheus.Gatherer) {
	r.GET("/healthz", func(c *gin.Context) { c.String(http.StatusOK, "ok\n") })
	r.GET("/metrics", gin.WrapH(promhttp.HandlerFor(metrics, promhttp.HandlerOpts{})))
	r.GET("/camera.jpg", s.cameraPicture)
	r.GET("/camera.mjpeg", s.cameraFilm)
	r.GET("/api", openAPI)

	v1 := r.Group("/api/v1")
	v1.GET("/live", s.live)
	v1.GET("/sources", s.listSources)
	v1.POST("/sources/current", s.useSource)
	v1.GET("/sources/picture", s.sourcePicture)
	v1.GET("/phone", s.phoneInvitation)
	v1.GET("/phone/code.svg", s.phoneCode)
	s.setupRoutes(v1)
	v1.GET("/games", s.games)
	v1.POST("/games", command[companion.NewGame]{s}.handle)
	v1.GET("/games/:game/events", s.events)
	v1.GET("/games/current", s.current)
	v1.POST("/games/current/players", command[companion.SetPlayers]{s}.handle)
	v1.POST("/games/current/turn/end", command[companion.EndTurn]{s}.handle)
	v1.POST("/games/current/turn/undo", command[companion.UndoTurn]{s}.handle)
	v1.POST("/games/current/turn/redo", command[companion.RedoTurn]{s}.handle)
	v1.POST("/games/current/turn", command[companion.PlayTurn]{s}.handle)
	v1.POST("/games/current/cards", command[companion.PlayCards]{s}.handle)
	v1.POST("/games/current/pass", command[companion.PassOn]{s}.handle)
	v1.GET("/games/current/place", s.place)
	v1.POST("/games/current/end", command[companion.EndGame]{s}.handle)
	v1.POST("/games/current/house", command[companion.ChangeHouse]{s}.handle)
	v1.POST("/games/current/overruled", command[companion.Overrule]{s}.handle)
	v1.POST("/games/current/score", command[companion.OverruleScore]{s}.handle)
	v1.POST("/games/current/corrections", command[companion.Correct]{s}.handle)
	v1.POST("/games/current/answers", command[companion.Answer]{s}.handle)

	r.NoRoute(s.dashboard)
	r.NoMethod(func(c *gin.Context) {
		problem(c, http.StatusMethodNotAllowed, "method", "This address does not take "+c.Request.Method+" requests.")
	})
}

// refusal is why a command was not carried out.
type refusal struct {
	Code     string              `json:"code"`
	Text     string              `json:"text"`
	Reminder bool                `json:"reminder,omitempty"`
	Reasons  []castellan.Refusal `json:"reasons,omitempty"`
}

// command answers a request whose JSON body is the command C; no body at all is the command without anything set.
type command[C companion.Command] struct{ server *Server }

func (h command[C]) handle(c *gin.Context) {
	var order C
	if err := json.NewDecoder(c.Request.Body).Decode(&order); err != nil && !errors.Is(err, io.EOF) {
		problem(c, http.StatusBadRequest, "json", "The request's body cannot be understood: "+err.Error())
		return
	}
	h.server.carryOut(c, order)
}

func (s *Server) carryOut(c *gin.Context, order companion.Command) {
	state, err := s.table.Do(c.Request.Context(), order)
	refused, isRefused := errors.AsType[*companion.RefusedError](err)
	switch {
	case isRefused:
		c.AbortWithStatusJSON(http.StatusConflict, gin.H{"error": refusal{
			refused.Code, refused.Text, refused.Reminder, refused.Reasons,
		}})
	case err != nil:
		s.log.Error("a command failed", "path", c.Request.URL.Path, "error", err)
		problem(c, http.StatusServiceUnavailable, "record", err.Error())
	default:
		c.JSON(http.StatusOK, snapshot(state, s.table.Status()))
	}
}

func (s *Server) current(c *gin.Context) {
	c.JSON(http.StatusOK, snapshot(s.table.State(), s.table.Status()))
}

// place answers with somewhere a piece can be built, for people who cannot find a place.
func (s *Server) place(c *gin.Context) {
	kinds := []castellan.Kind{castellan.Tower, castellan.LongWall, castellan.ShortWall}
	at := slices.IndexFunc(kinds, func(k castellan.Kind) bool { return k.String() == c.Query("kind") })
	if at < 0 {
		problem(c, http.StatusBadRequest, "kind", "Ask for a place with the query kind=tower, kind=long or kind=short.")
		return
	}
	answer := gin.H{"place": nil}
	if piece, fits := s.table.State().Place(kinds[at]); fits {
		answer["place"] = piece
	}
	c.JSON(http.StatusOK, answer)
}

func (s *Server) games(c *gin.Context) {
	games, err := s.record.Games(c.Request.Context())
	if err != nil {
		problem(c, http.StatusServiceUnavailable, "record", err.Error())
		return
	}
	c.JSON(http.StatusOK, gin.H{"games": games})
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
		problem(c, http.StatusNotFound, "game", "There is no game with this number.")
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

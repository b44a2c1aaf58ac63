package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"

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
	r.GET("/api/events.schema.json", schemaOfEvents)

	v1 := r.Group("/api/v1")
	v1.GET("/live", s.live)
	v1.GET("/sources", s.listSources)
	v1.POST("/sources", s.connectSource)
	v1.POST("/sources/current", s.useSource)
	v1.GET("/sources/picture", s.sourcePicture)
	v1.GET("/phone", s.phoneInvitation)
	v1.GET("/phone/code.svg", s.phoneCode)
	v1.GET("/join", s.join)
	v1.GET("/join/code.svg", s.joinCode)
	s.setupRoutes(v1)
	s.deckRoutes(v1)
	v1.POST("/games", s.newGame)
	s.gameRoutes(v1)
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

// command answers a request whose JSON body is the command C; no body at all is the command without anything set.
type command[C companion.Command] struct{ server *Server }

func (h command[C]) handle(c *gin.Context) {
	if order, ok := decoded[C](c); ok {
		h.server.carryOut(c, order)
	}
}

// decoded is the command that a request brings; false where it cannot be understood, which was answered.
func decoded[C companion.Command](c *gin.Context) (order C, ok bool) {
	if err := json.NewDecoder(c.Request.Body).Decode(&order); err != nil && !errors.Is(err, io.EOF) {
		problem(c, http.StatusBadRequest, "json", "The request's body cannot be understood: "+err.Error())
		return order, false
	}
	return order, true
}

func (s *Server) carryOut(c *gin.Context, order companion.Command) {
	state, err := s.table.Do(c.Request.Context(), order)
	s.answer(c, state, err)
}

// answer tells what became of a command.
func (s *Server) answer(c *gin.Context, state companion.State, err error) {
	refused, isRefused := errors.AsType[*companion.RefusedError](err)
	switch {
	case isRefused:
		c.AbortWithStatusJSON(http.StatusConflict, gin.H{"error": refused})
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

package web

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"github.com/castellan-companion/castellan/companion/export"
	"github.com/castellan-companion/castellan/companion/words"
)

// exportGame answers with a game as a file; the query seq says up to which event.
func (s *Server) exportGame(c *gin.Context) {
	name := c.Param("file")
	wanted, known := export.Files[name]
	if !known {
		problem(c, http.StatusNotFound, "file", "There is no such kind of file; /api lists them.")
		return
	}
	game, err := s.gameNumber(c.Param("game"))
	seq, err2 := strconv.Atoi(c.DefaultQuery("seq", "0"))
	if errors.Join(err, err2) != nil || seq < 0 {
		problem(c, http.StatusBadRequest, "number", "A game is named by its number or as current, a moment by the number of an event.")
		return
	}
	events, err := s.archive.Events(c.Request.Context(), game)
	if err != nil {
		s.lookedUp(c, err)
		return
	}
	if seq > 0 {
		events = events[:min(seq, len(events))]
	}
	var file bytes.Buffer
	if err := wanted.Write(words.In(c.Request.Context(), c.GetHeader("Accept-Language")), &file, events); err != nil {
		s.log.Warn("a game could not be exported", "file", name, "error", err)
		problem(c, http.StatusNotImplemented, "export", "The file cannot be made: "+err.Error()+".")
		return
	}
	c.Header("Content-Disposition", fmt.Sprintf(`inline; filename="castellan-%d-%s"`, game, name))
	c.Data(http.StatusOK, wanted.MediaType, file.Bytes())
}

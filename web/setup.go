package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/calibration/playmat"
	"github.com/castellan-companion/castellan/companion/doctor"
	"github.com/castellan-companion/castellan/companion/words"
	"github.com/castellan-companion/castellan/web/setup"
)

// Doctor examines this machine; it may take some seconds.
type Doctor func(context.Context) []doctor.Finding

// wizardSteps are the names of the wizard's steps.
var wizardSteps = []string{"camera", "tags", "view", "set", "tower"}

func (s *Server) setupRoutes(v1 *gin.RouterGroup) {
	v1.GET("/health", s.health)
	v1.GET("/tags.pdf", s.tagsToPrint)

	v1.GET("/setup", s.choices)
	desk := v1.Group("/setup", func(c *gin.Context) {
		if s.setup == nil {
			problem(c, http.StatusNotFound, "setup", "There is nothing to set up here.")
		}
	})
	desk.POST("", s.choose)
	desk.GET("/look", s.look)
	desk.GET("/sets", s.sets)
	desk.POST("/sets", s.keepSet)
	desk.POST("/sets/learn", s.learnSet)
	desk.POST("/sets/measure", s.measureSet)
	desk.POST("/sets/current", s.useSet)
	desk.POST("/lens", s.beginLens)
	desk.GET("/lens", s.guideLens)
	desk.POST("/bare", s.keepBare)
	desk.GET("/tower", s.tryTower)
}

func (s *Server) choices(c *gin.Context) {
	if s.setup == nil { // nobody needs to be led to the wizard
		c.JSON(http.StatusOK, setup.Choices{Done: true, Steps: []string{}})
		return
	}
	known := s.setup.Memory.Choices()
	known.Address = "" // others may be let in, who must not read its password
	if address, ok := setup.Address(known.Source); ok {
		known.Source = address.Redacted()
	}
	c.JSON(http.StatusOK, known)
}

// choose notes that a step was done, or that the wizard is not wanted any more, or is wanted again.
func (s *Server) choose(c *gin.Context) {
	var said struct {
		Step string
		Done *bool
	}
	if !read(c, &said) {
		return
	}
	if said.Step != "" && !slices.Contains(wizardSteps, said.Step) {
		problem(c, http.StatusBadRequest, "step", "There is no such step.")
		return
	}
	err := s.setup.Memory.Change(func(choices *setup.Choices) {
		if said.Step != "" {
			choices.Did(said.Step)
		}
		if said.Done != nil {
			choices.Done = *said.Done
		}
	})
	if err != nil {
		failure(c, http.StatusServiceUnavailable, "setup", err)
		return
	}
	s.choices(c)
}

func (s *Server) look(c *gin.Context) {
	look, err := s.setup.Look(c.Request.Context())
	if err != nil {
		failure(c, http.StatusConflict, "look", err)
		return
	}
	c.JSON(http.StatusOK, look)
}

func (s *Server) sets(c *gin.Context) {
	all, err := s.setup.Shelf.Sets()
	if err != nil {
		failure(c, http.StatusServiceUnavailable, "sets", err)
		return
	}
	c.JSON(http.StatusOK, gin.H{"sets": all, "current": cmp.Or(s.setup.Memory.Choices().Set, s.setup.Eye.Set().Name)})
}

func (s *Server) learnSet(c *gin.Context) {
	s.learned(c, s.setup.LearnSet)
}

func (s *Server) measureSet(c *gin.Context) {
	s.learned(c, s.setup.MeasureSet)
}

// learned answers with the measures that were found in one way or another.
func (s *Server) learned(c *gin.Context, find func(context.Context) (pieces.Learned, error)) {
	learned, err := find(c.Request.Context())
	if err != nil {
		failure(c, http.StatusConflict, "learn", err)
		return
	}
	c.JSON(http.StatusOK, learned)
}

func (s *Server) keepSet(c *gin.Context) {
	var set calibration.Set
	if !read(c, &set) {
		return
	}
	s.changeSet(c, s.setup.KeepSet(c.Request.Context(), set))
}

func (s *Server) useSet(c *gin.Context) {
	var chosen struct{ Name string }
	if !read(c, &chosen) {
		return
	}
	s.changeSet(c, s.setup.UseSet(c.Request.Context(), chosen.Name))
}

func (s *Server) changeSet(c *gin.Context, err error) {
	switch {
	case errors.Is(err, calibration.ErrNoSuchSet):
		problem(c, http.StatusNotFound, "no_set", err.Error())
	case err != nil:
		failure(c, http.StatusConflict, "set", err)
	default:
		s.sets(c)
	}
}

func (s *Server) beginLens(c *gin.Context) {
	s.setup.BeginLens()
	c.Status(http.StatusNoContent)
}

func (s *Server) guideLens(c *gin.Context) {
	step, err := s.setup.GuideLens(c.Request.Context())
	if err != nil {
		failure(c, http.StatusConflict, "lens", err)
		return
	}
	c.JSON(http.StatusOK, step)
}

// keepBare remembers what the table looks like with nothing on it: what stands there later is told from it.
func (s *Server) keepBare(c *gin.Context) {
	if err := s.setup.KeepBare(c.Request.Context()); err != nil {
		failure(c, http.StatusConflict, "bare", err)
		return
	}
	c.Status(http.StatusNoContent)
}

func (s *Server) tryTower(c *gin.Context) {
	trial, err := s.setup.TryTower(c.Request.Context())
	if err != nil {
		failure(c, http.StatusConflict, "tower", err)
		return
	}
	c.JSON(http.StatusOK, trial)
}

// tagsToPrint answers with the tags to cut out or, with kind=mat, the mat for a copy shop, as PDF.
func (s *Server) tagsToPrint(c *gin.Context) {
	paper, err := playmat.ParsePaper(c.DefaultQuery("paper", "a4"))
	if err != nil {
		problem(c, http.StatusBadRequest, "paper", err.Error())
		return
	}
	name, write := "castellan-tags.pdf", playmat.WriteTags
	if c.Query("kind") == "mat" {
		name, write = "castellan-mat.pdf", playmat.WriteMat
	}
	c.Header("Content-Type", "application/pdf")
	c.Header("Content-Disposition", `inline; filename="`+name+`"`)
	if err := write(c.Writer, paper); err != nil {
		s.log.Warn("a page to print could not be written", "error", err)
	}
}

func (s *Server) health(c *gin.Context) {
	findings := []doctor.Finding{}
	if s.doctor != nil {
		findings = s.doctor(words.In(c.Request.Context(), c.GetHeader("Accept-Language")))
	}
	c.JSON(http.StatusOK, gin.H{"state": doctor.Worst(findings), "findings": findings})
}

// read decodes a request's JSON body, or answers with what is wrong with it.
func read(c *gin.Context, into any) bool {
	if err := json.NewDecoder(c.Request.Body).Decode(into); err != nil {
		problem(c, http.StatusBadRequest, "json", "The request's body cannot be understood: "+err.Error())
		return false
	}
	return true
}

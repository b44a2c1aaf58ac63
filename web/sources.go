package web

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"
)

// Source is something that the table can be watched through.
type Source struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Sources are what people can choose from on the page.
type Sources interface {
	// List finds the sources that there are at the moment.
	List() ([]Source, error)
	// Use watches the table through the source of this ID from now on.
	Use(ctx context.Context, id string) error
}

type noSources struct{}

func (noSources) List() ([]Source, error)           { return nil, nil }
func (noSources) Use(context.Context, string) error { return nil }

func (s *Server) listSources(c *gin.Context) {
	found, err := s.sources.List()
	if err != nil {
		problem(c, http.StatusServiceUnavailable, "sources", err.Error())
		return
	}
	c.JSON(http.StatusOK, gin.H{"sources": append([]Source{}, found...)})
}

// useSource takes one of the listed sources only: a page must not make the companion open any file or address.
func (s *Server) useSource(c *gin.Context) {
	var chosen struct{ ID string }
	if err := json.NewDecoder(c.Request.Body).Decode(&chosen); err != nil {
		problem(c, http.StatusBadRequest, "json", "The request's body cannot be understood: "+err.Error())
		return
	}
	found, err := s.sources.List()
	if err != nil {
		problem(c, http.StatusServiceUnavailable, "sources", err.Error())
		return
	}
	if !slices.ContainsFunc(found, func(source Source) bool { return source.ID == chosen.ID }) {
		problem(c, http.StatusNotFound, "source", "There is no such camera any more.")
		return
	}
	if err := s.sources.Use(c.Request.Context(), chosen.ID); err != nil {
		problem(c, http.StatusConflict, "source", err.Error())
		return
	}
	c.JSON(http.StatusOK, snapshot(s.table.State(), s.table.Status()))
}

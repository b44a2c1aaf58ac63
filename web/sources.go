package web

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
)

// Source is something that the table can be watched through.
type Source struct {
	ID   string `json:"id"` // stays the same when others come and go
	Name string `json:"name"`
	// Formats are what a camera's pictures can be like, the best first; none where there is nothing to choose.
	Formats []Format `json:"formats,omitempty"`
	Problem string   `json:"problem,omitempty"` // for people: why it cannot be used
	// ProblemCode names the words for the problem; "" where there are none but Problem's.
	ProblemCode string `json:"problem_code,omitempty"`
}

// Format is what a camera's pictures can be like.
type Format struct {
	Size [2]int  `json:"size"` // width and height in pixels
	Rate float64 `json:"rate"` // pictures a second, at most; 0 where it is not known
}

// Sources are what people can choose from on the page.
type Sources interface {
	// List finds the sources that there are at the moment.
	List() ([]Source, error)
	// Use watches the table through the source of this ID from now on, with pictures of this size; zero leaves it to the source.
	Use(ctx context.Context, id string, size [2]int) error
	// Connect watches the table through the camera of an address from now on, and lists it.
	Connect(ctx context.Context, address *url.URL) error
	// Picture is what the source of this ID shows at the moment, as JPEG.
	Picture(ctx context.Context, id string) ([]byte, error)
}

type noSources struct{}

func (noSources) List() ([]Source, error)                         { return nil, nil }
func (noSources) Use(context.Context, string, [2]int) error       { return nil }
func (noSources) Connect(context.Context, *url.URL) error         { return nil }
func (noSources) Picture(context.Context, string) ([]byte, error) { return nil, nil }

func (s *Server) listSources(c *gin.Context) {
	found, err := s.sources.List()
	if err != nil {
		failure(c, http.StatusServiceUnavailable, "sources", err)
		return
	}
	c.JSON(http.StatusOK, gin.H{"sources": append([]Source{}, found...)})
}

// find is the listed source of an ID, or an answer that says why there is none. Only listed ones are taken: a page must not make
// the companion open any file or address.
func (s *Server) find(c *gin.Context, id string) (Source, bool) {
	found, err := s.sources.List()
	if err != nil {
		failure(c, http.StatusServiceUnavailable, "sources", err)
		return Source{}, false
	}
	at := slices.IndexFunc(found, func(source Source) bool { return source.ID == id })
	if at < 0 {
		problem(c, http.StatusNotFound, "no_source", "There is no such camera any more.")
		return Source{}, false
	}
	return found[at], true
}

func (s *Server) useSource(c *gin.Context) {
	var chosen struct {
		ID   string
		Size [2]int
	}
	if !read(c, &chosen) {
		return
	}
	source, ok := s.find(c, chosen.ID)
	if !ok {
		return
	}
	if chosen.Size != [2]int{} && !slices.ContainsFunc(source.Formats, func(f Format) bool { return f.Size == chosen.Size }) {
		problem(c, http.StatusConflict, "no_size", "The camera gives no pictures of this size.")
		return
	}
	if err := s.sources.Use(c.Request.Context(), chosen.ID, chosen.Size); err != nil {
		failure(c, http.StatusConflict, "source", err)
		return
	}
	s.current(c)
}

// addressSchemes are what a camera of the network is spoken to in.
var addressSchemes = []string{"http", "https", "rtsp", "rtsps"}

// connectSource watches through a camera of the network from now on. Only people at this machine may say through which: others, whom
// --lan lets in, must not make it open addresses.
func (s *Server) connectSource(c *gin.Context) {
	var camera struct{ Address string }
	if !read(c, &camera) {
		return
	}
	if from, err := netip.ParseAddrPort(c.Request.RemoteAddr); err != nil || !from.Addr().Unmap().IsLoopback() {
		problem(c, http.StatusForbidden, "not_here", "The address of a camera can be set on the companion's own machine only.")
		return
	}
	address, err := url.Parse(strings.TrimSpace(camera.Address))
	if err != nil || address.Host == "" || !slices.Contains(addressSchemes, address.Scheme) {
		problem(c, http.StatusBadRequest, "address_scheme", "The address of a camera begins with rtsp://, http:// or https://.")
		return
	}
	if err := s.sources.Connect(c.Request.Context(), address); err != nil {
		failure(c, http.StatusConflict, "source", err)
		return
	}
	s.current(c)
}

// sourcePicture answers with what a source shows, for people to choose by. The one that the table is watched through is at
// /camera.jpg: a camera can be open once only.
func (s *Server) sourcePicture(c *gin.Context) {
	source, ok := s.find(c, c.Query("id"))
	if !ok {
		return
	}
	picture, err := s.sources.Picture(c.Request.Context(), source.ID)
	if err != nil {
		failure(c, http.StatusConflict, "source", err)
		return
	}
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "image/jpeg", picture)
}

package web

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/gin-gonic/gin"
)

// dist is the dashboard as its own build leaves it. It is not part of the source, so it may be empty.
//
//go:embed all:dist
var dist embed.FS

const notBuilt = "The dashboard has not been built into this program. Build the companion with 'make build'.\n" +
	"The API works all the same: /api describes it.\n"

// dashboard answers everything that is no address of the API with the dashboard's files.
func (s *Server) dashboard(c *gin.Context) {
	name := strings.TrimPrefix(path.Clean(c.Request.URL.Path), "/")
	if strings.HasPrefix(name, "api/") {
		problem(c, http.StatusNotFound, "address", "There is nothing at this address; /api describes what there is.")
		return
	}
	switch {
	case name == "":
		name = "index.html"
	case path.Ext(name) == "": // a page
		name += ".html"
	}
	file := path.Join("dist", name)
	if _, err := fs.Stat(dist, file); err != nil {
		if name == "index.html" {
			c.String(http.StatusServiceUnavailable, notBuilt)
			return
		}
		c.String(http.StatusNotFound, "There is nothing at this address.\n")
		return
	}
	if strings.HasPrefix(name, "assets/") { // their names change with their content
		c.Header("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		c.Header("Cache-Control", "no-cache")
	}
	c.FileFromFS(strings.TrimSuffix(file, "index.html"), http.FS(dist))
}

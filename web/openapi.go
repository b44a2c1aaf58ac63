package web

import (
	_ "embed"
	"net/http"

	"github.com/gin-gonic/gin"
)

//go:embed openapi.json
var openAPIDocument []byte

// eventSchema is the JSON schema of companion.Event.
//
//go:embed events.schema.json
var eventSchema []byte

func schemaOfEvents(c *gin.Context) {
	c.Data(http.StatusOK, "application/schema+json; charset=utf-8", eventSchema)
}

func openAPI(c *gin.Context) {
	c.Data(http.StatusOK, "application/json; charset=utf-8", openAPIDocument)
}

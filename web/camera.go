package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
)

const (
	pictureWait  = 2 * time.Second
	writeTimeout = 10 * time.Second
	boundary     = "picture"
)

// cameraPicture answers with the newest picture.
func (s *Server) cameraPicture(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), pictureWait)
	defer cancel()
	p, err := s.table.Picture(ctx, nil)
	if err != nil {
		problem(c, http.StatusNotFound, "no_picture", "No camera shows a picture.")
		return
	}
	c.Header("Cache-Control", "no-store")
	c.Data(http.StatusOK, "image/jpeg", p.JPEG)
}

// cameraFilm answers with every picture that the client is quick enough for, for as long as it wants.
func (s *Server) cameraFilm(c *gin.Context) {
	ctx, cancel := s.lastingContext(c.Request.Context())
	defer cancel()
	c.Header("Content-Type", "multipart/x-mixed-replace; boundary="+boundary)
	c.Header("Cache-Control", "no-store")
	c.Status(http.StatusOK)
	deadline := http.NewResponseController(c.Writer)
	for p, err := s.table.Picture(ctx, nil); err == nil; p, err = s.table.Picture(ctx, p) {
		head := fmt.Sprintf("--%s\r\nContent-Type: image/jpeg\r\nContent-Length: %s\r\n\r\n", boundary, strconv.Itoa(len(p.JPEG)))
		if err := deadline.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
			return
		}
		for _, part := range [][]byte{[]byte(head), p.JPEG, []byte("\r\n")} {
			if _, err := c.Writer.Write(part); err != nil {
				return
			}
		}
		c.Writer.Flush()
	}
}

// lastingContext is done when the request is, or when the server shuts down.
func (s *Server) lastingContext(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.closing, cancel)
	return ctx, func() { stop(); cancel() }
}

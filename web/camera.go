package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
)

const (
	pictureWait  = 5 * time.Second
	writeTimeout = 10 * time.Second
	boundary     = "picture"
	tail         = "\r\n--" + boundary + "\r\n" // browsers show a picture when they see where it ends
)

// pictureNumber is the header that numbers pictures.
const pictureNumber = "Picture-Number"

// cameraPicture answers with the newest picture. With the query after=N it waits until there is another one than number N (0
// for any), and answers 204 where none comes in time, so that a page can ask for one picture after the other as fast as it can
// show them.
func (s *Server) cameraPicture(c *gin.Context) {
	shown, follows := c.GetQuery("after")
	after, err := strconv.ParseInt(cmp.Or(shown, "0"), 10, 64)
	if err != nil {
		problem(c, http.StatusBadRequest, "number", "after is the number of a picture.")
		return
	}
	ctx, cancel := s.lastingContext(c.Request.Context())
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, pictureWait)
	defer cancel()
	c.Header("Cache-Control", "no-store")
	p, err := s.table.Picture(ctx, after)
	switch {
	case err == nil:
		c.Header(pictureNumber, strconv.FormatInt(p.Number, 10))
		c.Data(http.StatusOK, "image/jpeg", p.JPEG)
	case follows:
		c.Status(http.StatusNoContent)
	default:
		problem(c, http.StatusNotFound, "no_picture", "No camera shows a picture.")
	}
}

// cameraFilm answers with every picture that the client is quick enough for, for as long as it wants.
func (s *Server) cameraFilm(c *gin.Context) {
	ctx, cancel := s.lastingContext(c.Request.Context())
	defer cancel()
	c.Header("Content-Type", "multipart/x-mixed-replace; boundary="+boundary)
	c.Header("Cache-Control", "no-store")
	c.Status(http.StatusOK)
	deadline := http.NewResponseController(c.Writer)
	if _, err := c.Writer.WriteString("--" + boundary + "\r\n"); err != nil {
		return
	}
	for p, err := s.table.Picture(ctx, 0); err == nil; p, err = s.table.Picture(ctx, p.Number) {
		head := fmt.Sprintf("Content-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n", len(p.JPEG))
		if err := deadline.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
			return
		}
		for _, part := range [][]byte{[]byte(head), p.JPEG, []byte(tail)} {
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

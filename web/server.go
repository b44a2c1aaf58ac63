package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/archive"
	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/web/setup"
)

// Table is the table that is served.
type Table interface {
	State() companion.State
	Status() companion.Status
	Do(context.Context, companion.Command) (companion.State, error)
	Continue(ctx context.Context, game, seq int64) (companion.State, error)
	Import(context.Context, castellan.Record) (companion.State, error)
	Subscribe(queue int) *companion.Subscription
	Picture(ctx context.Context, shown int64) (*companion.Picture, error)
	Dropped() int64
}

// Record is the record that is served.
type Record interface {
	Events(ctx context.Context, game, after int64, limit int) ([]companion.Event, error)
	Games(ctx context.Context) ([]companion.GameSummary, error)
	Picture(ctx context.Context, game, seq int64) ([]byte, error)
}

// Options says what is served, and to whom.
type Options struct {
	Table   Table
	Record  Record
	Sources Sources     // nil where there is nothing to choose
	Decks   Decks       // nil where no deck is kept
	Phone   Phone       // nil where no phone can be the camera
	Setup   *setup.Desk // nil where there is nothing to set up
	Doctor  Doctor      // nil where nothing is examined
	LAN     bool        // answer to other names than this machine's own
	Log     *slog.Logger
}

// Server answers requests.
type Server struct {
	table   Table
	record  Record
	archive *archive.Archive
	sources Sources
	decks   Decks
	phone   Phone
	setup   *setup.Desk
	doctor  Doctor
	lan     bool
	log     *slog.Logger
	router  *gin.Engine
	handler http.Handler // router behind guard

	// closing is done when Serve shuts down: it ends the requests that would last for ever.
	closing context.Context
	close   context.CancelFunc
	lasting sync.WaitGroup // WebSockets, which http.Server.Shutdown does not wait for
	metrics metrics
}

const (
	readHeaderTimeout = 10 * time.Second
	shutdownTimeout   = 5 * time.Second
	maxBody           = 1 << 20
)

// New makes a server.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Sources == nil {
		o.Sources = noSources{}
	}
	if o.Decks == nil {
		o.Decks = noDecks{}
	}
	s := &Server{
		table: o.Table, record: o.Record, archive: archive.New(o.Record), sources: o.Sources, decks: o.Decks, phone: o.Phone,
		setup: o.Setup, doctor: o.Doctor, lan: o.LAN, log: o.Log,
	}
	s.closing, s.close = context.WithCancel(context.Background())

	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	s.metrics = newMetrics(registry, o.Table)

	gin.SetMode(gin.ReleaseMode)
	s.router = gin.New()
	s.router.HandleMethodNotAllowed = true
	s.router.Use(gin.CustomRecoveryWithWriter(nil, s.panicked), s.metrics.count, limitBody)
	s.routes(s.router, registry)
	s.handler = guard(s.router, o.LAN)
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Serve answers requests on the listener until ctx is done, and then ends those that are under way.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler: s, ReadHeaderTimeout: readHeaderTimeout,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve on %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	s.close()
	patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	err := server.Shutdown(patience)
	s.lasting.Wait()
	if errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return err
}

func (s *Server) panicked(c *gin.Context, cause any) {
	s.log.Error("a request failed", "path", c.Request.URL.Path, "cause", cause)
	problem(c, http.StatusInternalServerError, "internal", "Something went wrong inside the companion; its log says what.")
}

func limitBody(c *gin.Context) {
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, maxBody)
}

// problem answers with an error: a stable code and a sentence for people.
func problem(c *gin.Context, status int, code, text string) {
	c.AbortWithStatusJSON(status, gin.H{"error": gin.H{"code": code, "text": text}})
}

// failure answers with an error under its own code, or this one where it has none.
func failure(c *gin.Context, status int, code string, err error) {
	problem(c, status, cmp.Or(companion.CodeOf(err), code), err.Error())
}

package web

import (
	"strconv"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

type metrics struct {
	requests *prometheus.CounterVec
	clients  prometheus.Gauge
}

func newMetrics(r prometheus.Registerer, table Table) metrics {
	auto := promauto.With(r)
	auto.NewCounterFunc(prometheus.CounterOpts{
		Name: "castellan_updates_dropped_total",
		Help: "Updates that slow clients missed; they were sent the whole state instead.",
	}, func() float64 { return float64(table.Dropped()) })
	auto.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "castellan_game_events",
		Help: "Events in the record of the game that is being played.",
	}, func() float64 { return float64(table.State().Seq) })
	return metrics{
		requests: auto.NewCounterVec(prometheus.CounterOpts{
			Name: "castellan_http_requests_total", Help: "Requests answered.",
		}, []string{"route", "code"}),
		clients: auto.NewGauge(prometheus.GaugeOpts{
			Name: "castellan_live_clients", Help: "Dashboards and programs that are connected live.",
		}),
	}
}

func (m metrics) count(c *gin.Context) {
	c.Next()
	m.requests.WithLabelValues(c.FullPath(), strconv.Itoa(c.Writer.Status())).Inc()
}

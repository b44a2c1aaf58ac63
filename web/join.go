package web

import (
	"net"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"

	"github.com/castellan-companion/castellan/web/phone"
)

// joinAddresses are where other machines of the local network find the dashboard, the one that most likely works first. It answers with
// a problem where there are none.
func (s *Server) joinAddresses(c *gin.Context) (addresses []string, ok bool) {
	if !s.lan {
		problem(c, http.StatusNotFound, "lan", "Only this machine is served; start the companion with --lan to let others in.")
		return nil, false
	}
	reachable, err := phone.Addresses(c.Request.Context())
	listening, known := c.Request.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if err != nil || !known || len(reachable) == 0 {
		problem(c, http.StatusNotFound, "network", "This machine is in no network that a phone could be in too.")
		return nil, false
	}
	_, port, _ := net.SplitHostPort(listening.String()) // of a connection it can be split
	for _, address := range reachable {
		addresses = append(addresses, (&url.URL{Scheme: "http", Host: net.JoinHostPort(address.String(), port), Path: "/"}).String())
	}
	return addresses, true
}

func (s *Server) join(c *gin.Context) {
	if addresses, ok := s.joinAddresses(c); ok {
		c.JSON(http.StatusOK, gin.H{"addresses": addresses})
	}
}

func (s *Server) joinCode(c *gin.Context) {
	if addresses, ok := s.joinAddresses(c); ok {
		answerCode(c, addresses[0])
	}
}

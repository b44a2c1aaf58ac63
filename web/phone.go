package web

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/castellan-companion/castellan/web/phone"
)

// Phone is the phone that can be the camera.
type Phone interface {
	// Addresses are where a phone finds the page that makes it the camera, the one that most likely works first. There are
	// none while the table is not watched through a phone.
	Addresses() []string
}

// PhonePage answers phones: with the page that makes a phone the camera, what it connects to, and the companion's certificate
// (DER) for phones that have to install it. Nothing else of the companion is to be had here.
func PhonePage(camera http.Handler, certificate []byte) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", http.RedirectHandler(phone.Path, http.StatusSeeOther))
	mux.HandleFunc("GET "+phone.Path, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFileFS(w, r, dist, "dist/phone.html")
	})
	mux.HandleFunc("GET /assets/{file}", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, dist, "dist/assets/"+r.PathValue("file"))
	})
	mux.HandleFunc("GET /icon.svg", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, dist, "dist/icon.svg")
	})
	mux.Handle("GET "+phone.Path+"/camera", camera)
	mux.HandleFunc("GET "+phone.Path+"/castellan.crt", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/x-x509-ca-cert")
		_, _ = w.Write(certificate) // the phone may have gone
	})
	return guard(mux, true)
}

// phoneAddresses answers with a problem where there are none.
func (s *Server) phoneAddresses(c *gin.Context) (addresses []string, ok bool) {
	if s.phone != nil {
		addresses = s.phone.Addresses()
	}
	if len(addresses) == 0 {
		problem(c, http.StatusNotFound, "phone", "The table is not watched through a phone; choose the phone as the camera first.")
	}
	return addresses, len(addresses) > 0
}

func (s *Server) phoneInvitation(c *gin.Context) {
	if addresses, ok := s.phoneAddresses(c); ok {
		c.JSON(http.StatusOK, gin.H{"addresses": addresses})
	}
}

// phoneCode answers with the first address as a QR code.
func (s *Server) phoneCode(c *gin.Context) {
	addresses, ok := s.phoneAddresses(c)
	if !ok {
		return
	}
	answerCode(c, addresses[0])
}

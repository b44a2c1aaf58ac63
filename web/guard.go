package web

import (
	"encoding/json"
	"net"
	"net/http"
	"os"
	"strings"
)

// guard keeps other people's web pages from driving the companion through the browser of someone at this machine: it
// answers only to names that such a page cannot make its own (against DNS rebinding), and takes commands only from pages
// that it served itself.
func guard(next http.Handler, lan bool) http.Handler {
	sameSite := http.NewCrossOriginProtection()
	sameSite.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		forbid(w, "cross_origin", "Commands are taken from the companion's own pages only.")
	}))
	commands := sameSite.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !ownName(r.Host, lan) {
			forbid(w, "host", "The companion does not go by this name; open it as http://localhost and its port.")
			return
		}
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy",
			"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'")
		commands.ServeHTTP(w, r)
	})
}

// ownName tells whether a Host header names this machine. Numbers cannot be rebound; names that only a local network
// resolves are trusted when the companion is open to it.
func ownName(hostport string, lan bool) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback() || lan
	}
	if !lan {
		return false
	}
	if machine, err := os.Hostname(); err == nil && strings.EqualFold(host, machine) {
		return true
	}
	return strings.HasSuffix(host, ".local")
}

func forbid(w http.ResponseWriter, code, text string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(http.StatusForbidden)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]string{"code": code, "text": text}}) // the client may have left
}

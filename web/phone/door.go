package phone

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/castellan-companion/castellan/web/cert"
)

// Path of the phone's page.
const Path = "/phone"

// port is where phones come in, so that a page stays open on the phone from one day to the next. Where something else uses it,
// any port is taken.
const port = 8443

// Door is where phones of the local network come in: a listener for HTTPS, and nothing else of the companion.
type Door struct {
	camera    *Camera
	addresses []string
	server    *http.Server
	done      chan struct{} // closed when the server has ended
}

// Options of a Door.
type Options struct {
	Folder string // where certificate and key are kept; must exist
	// Page answers phones. It is given what they connect to as a camera, and the certificate (DER).
	Page func(camera http.Handler, certificate []byte) http.Handler
	Log  *slog.Logger // slog.Default() where nil
}

// Open lets phones in. Close must be called.
func Open(ctx context.Context, o Options) (*Door, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	key, err := loadKey(o.Folder)
	if err != nil {
		return nil, err
	}
	reachable, err := Addresses(ctx)
	if err != nil {
		return nil, err
	}
	certificate, err := cert.Load(o.Folder, hosts(reachable))
	if err != nil {
		return nil, err
	}
	listener, err := listen(ctx)
	if err != nil {
		return nil, fmt.Errorf("no phone can come in: %w", err)
	}
	d := &Door{camera: NewCamera(key, o.Log), done: make(chan struct{})}
	for _, address := range append(reachable, loopback) {
		d.addresses = append(d.addresses, pageURL(address, listener.Addr(), key))
	}
	const headerTimeout = 10 * time.Second
	d.server = &http.Server{
		Handler: o.Page(d.camera, certificate.Certificate[0]), ReadHeaderTimeout: headerTimeout,
		TLSConfig: &tls.Config{Certificates: []tls.Certificate{certificate}, NextProtos: []string{"http/1.1"}},
		ErrorLog:  slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
	}
	go func() {
		defer close(d.done)
		if err := d.server.ServeTLS(listener, "", ""); !errors.Is(err, http.ErrServerClosed) {
			o.Log.Error("phones cannot come in any more", "error", err)
		}
	}()
	return d, nil
}

// Camera is the phone that came in.
func (d *Door) Camera() *Camera { return d.camera }

// Addresses are where a phone finds its page, the one that most likely works first. They hold the key.
func (d *Door) Addresses() []string { return d.addresses }

// Close sends the phone away and lets no other in.
func (d *Door) Close() error {
	err := d.server.Close()
	<-d.done
	d.camera.Close()
	return err
}

var loopback = netip.AddrFrom4([4]byte{127, 0, 0, 1})

func hosts(reachable []netip.Addr) cert.Hosts {
	h := cert.Hosts{Addresses: append([]netip.Addr{loopback}, reachable...), Names: []string{"localhost"}}
	if name, err := os.Hostname(); err == nil && !strings.Contains(name, ".") {
		h.Names = append(h.Names, name, name+".local")
	}
	return h
}

func pageURL(host netip.Addr, listening net.Addr, key string) string {
	_, port, _ := net.SplitHostPort(listening.String()) // of a listener it can be split
	// What follows the # stays in the phone: it is in no log.
	return (&url.URL{Scheme: "https", Host: net.JoinHostPort(host.String(), port), Path: Path, Fragment: key}).String()
}

func listen(ctx context.Context) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", ":"+strconv.Itoa(port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return config.Listen(ctx, "tcp", ":0")
	}
	return l, err
}

const keyFile = "phone.key"

// loadKey returns the key kept in a folder, which is made where there is none, so that a phone's page outlives the companion.
func loadKey(folder string) (string, error) {
	file := filepath.Join(folder, keyFile)
	kept, err := os.ReadFile(file)
	if key := strings.TrimSpace(string(kept)); err == nil && key != "" {
		return key, nil
	}
	key := rand.Text()
	if err := os.WriteFile(file, []byte(key+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("the phone's key could not be kept: %w", err)
	}
	return key, nil
}

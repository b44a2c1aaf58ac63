package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/castellan-companion/castellan/companion/webcam"
)

// Cameras tells which cameras there are and whether they can be used.
func Cameras(list func() ([]webcam.Webcam, error)) Check {
	return func(context.Context) Finding {
		f := Finding{Name: "cameras", State: Fine}
		cameras, err := list()
		if err != nil {
			f.State, f.Text = Broken, "The cameras of this machine cannot be listed: "+err.Error()+"."
			f.Fix = "Pull the camera's plug, put it in again and start anew."
			return f
		}
		if len(cameras) == 0 {
			f.State, f.Text = Warning, "There is no camera."
			f.Fix = "Plug in a webcam, or use a phone as the camera."
			return f
		}
		var names []string
		for _, c := range cameras {
			name := c.Name
			if len(c.Formats) > 0 {
				best := c.Formats[0]
				name = fmt.Sprintf("%s (%dx%d, %g pictures a second)", c.Name, best.Width, best.Height, best.Rate)
			}
			names = append(names, name)
			if c.Problem != "" {
				f.State, f.Fix = Broken, c.Name+": "+c.Problem
			}
		}
		f.Text = "Cameras: " + strings.Join(names, ", ") + "."
		return f
	}
}

// How much room games need: a picture at each turn's end, some 10 MB a game.
const (
	scarceMB = 500
	fullMB   = 50
)

// Disk tells whether there is room and permission to write in a folder, or where it will be made.
func Disk(folder string) Check {
	return func(context.Context) Finding {
		f := Finding{Name: "disk", State: Fine}
		existing := folder
		var stat syscall.Statfs_t
		for {
			err := syscall.Statfs(existing, &stat)
			if err == nil {
				break
			}
			parent := filepath.Dir(existing)
			if !errors.Is(err, fs.ErrNotExist) || parent == existing {
				f.State, f.Text = Broken, fmt.Sprintf("The folder %s cannot be looked at: %v.", folder, err)
				f.Fix = "Name another file with --store."
				return f
			}
			existing = parent
		}
		f = room(stat.Bavail*uint64(stat.Bsize)>>20, folder)
		probe, err := os.CreateTemp(existing, ".castellan-*")
		if err != nil {
			f.State, f.Text = Broken, "The folder "+existing+" cannot be written to."
			f.Fix = "Give yourself the right to write there, or name another file with --store."
			return f
		}
		if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
			f.State, f.Text, f.Fix = Warning, fmt.Sprintf("The folder %s takes files but does not give them up: %v.", existing, err), "Look at its permissions."
		}
		return f
	}
}

// room judges how much is free.
func room(freeMB uint64, folder string) Finding {
	f := Finding{Name: "disk", State: Fine, Text: fmt.Sprintf("%d MB are free in %s.", freeMB, folder)}
	switch {
	case freeMB < fullMB:
		f.State, f.Fix = Broken, "Make room: games could not be stored any more."
	case freeMB < scarceMB:
		f.State, f.Fix = Warning, "Make room soon: a game takes about 10 MB."
	}
	return f
}

// Port tells whether the companion can be served at an address.
func Port(addr string) Check {
	return func(ctx context.Context) Finding {
		f := Finding{Name: "port", State: Fine, Text: "Port " + addr + " is free."}
		listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
		switch {
		case errors.Is(err, syscall.EADDRINUSE):
			f.State, f.Text = Warning, "Something listens on "+addr+" already, perhaps the companion itself."
			f.Fix = "Open http://" + addr + " to see, or serve at another address with --addr."
		case err != nil:
			f.State, f.Text, f.Fix = Broken, fmt.Sprintf("The companion cannot be served at %s: %v.", addr, err), "Serve at another address with --addr."
		default:
			_ = listener.Close() // it was opened only to see that it can be
		}
		return f
	}
}

// EnoughRate is the number of pictures a second that a game can be followed well with.
const EnoughRate = 8

// Speed judges how many pictures a second this machine reads; measure gives that number.
func Speed(measure func(context.Context) (float64, error)) Check {
	return func(ctx context.Context) Finding {
		f := Finding{Name: "speed", State: Fine}
		rate, err := measure(ctx)
		if err != nil {
			f.State, f.Text = Broken, "The reading of pictures does not work: "+err.Error()+"."
			f.Fix = "Build the companion anew with make build."
			return f
		}
		f.Text = fmt.Sprintf("This machine reads %.0f pictures a second.", rate)
		if rate < EnoughRate {
			f.State = Warning
			f.Fix = "Close other programs, or look at fewer pictures with --rate."
		}
		return f
	}
}

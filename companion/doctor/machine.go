package doctor

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/castellan-companion/castellan/companion/webcam"
	"github.com/castellan-companion/castellan/companion/words"
)

// Cameras tells which cameras there are and whether they can be used. Watching says that
// some camera gives pictures now: with a phone or a camera of the network no webcam is missed.
func Cameras(list func() ([]webcam.Webcam, error), watching bool) Check {
	return func(ctx context.Context) Finding {
		f := Finding{Name: "cameras", State: Fine}
		cameras, err := list()
		if err != nil {
			return New(ctx, "cameras", Broken, "unlisted", words.Values{"reason": err})
		}
		if len(cameras) == 0 && watching {
			return New(ctx, "cameras", Fine, "elsewhere", nil)
		}
		if len(cameras) == 0 {
			return New(ctx, "cameras", Warning, "none", nil)
		}
		var names []string
		for _, c := range cameras {
			name := c.Name
			if len(c.Formats) > 0 {
				best := c.Formats[0]
				name = words.Say(ctx, "doctor.cameras.one", words.Values{"name": c.Name, "width": best.Width, "height": best.Height, "rate": best.Rate})
			}
			names = append(names, name)
			if c.Problem != "" {
				f.State, f.Fix = Broken, words.Say(ctx, "doctor.cameras."+string(c.Problem)+".fix", words.Values{"name": c.Name})
			}
		}
		f.Text = words.Say(ctx, "doctor.cameras.all", words.Values{"names": strings.Join(names, ", ")})
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
	return func(ctx context.Context) Finding {
		existing := folder
		var stat syscall.Statfs_t
		for {
			err := syscall.Statfs(existing, &stat)
			if err == nil {
				break
			}
			parent := filepath.Dir(existing)
			if !errors.Is(err, fs.ErrNotExist) || parent == existing {
				return New(ctx, "disk", Broken, "unseen", words.Values{"folder": folder, "reason": err})
			}
			existing = parent
		}
		f := room(ctx, stat.Bavail*uint64(stat.Bsize)>>20, folder)
		probe, err := os.CreateTemp(existing, ".castellan-*")
		if err != nil {
			return New(ctx, "disk", Broken, "locked", words.Values{"folder": existing})
		}
		if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
			return New(ctx, "disk", Warning, "sticky", words.Values{"folder": existing, "reason": err})
		}
		return f
	}
}

// room judges how much is free.
func room(ctx context.Context, freeMB uint64, folder string) Finding {
	f := New(ctx, "disk", Fine, "free", words.Values{"mb": freeMB, "folder": folder})
	switch {
	case freeMB < fullMB:
		f.State, f.Fix = Broken, words.Say(ctx, "doctor.disk.full.fix", nil)
	case freeMB < scarceMB:
		f.State, f.Fix = Warning, words.Say(ctx, "doctor.disk.scarce.fix", nil)
	}
	return f
}

// Port tells whether the companion can be served at an address.
func Port(addr string) Check {
	return func(ctx context.Context) Finding {
		listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
		switch {
		case errors.Is(err, syscall.EADDRINUSE):
			return New(ctx, "port", Warning, "taken", words.Values{"address": addr})
		case err != nil:
			return New(ctx, "port", Broken, "barred", words.Values{"address": addr, "reason": err})
		}
		_ = listener.Close() // it was opened only to see that it can be
		return New(ctx, "port", Fine, "free", words.Values{"address": addr})
	}
}

// EnoughRate is the number of pictures a second that a game can be followed well with.
const EnoughRate = 8

// Speed judges how many pictures a second this machine reads; measure gives that number.
func Speed(measure func(context.Context) (float64, error)) Check {
	return func(ctx context.Context) Finding {
		rate, err := measure(ctx)
		if err != nil {
			return New(ctx, "speed", Broken, "none", words.Values{"reason": err})
		}
		f := New(ctx, "speed", Fine, "rate", words.Values{"rate": math.Round(rate)})
		if rate < EnoughRate {
			f.State, f.Fix = Warning, words.Say(ctx, "doctor.speed.slow.fix", nil)
		}
		return f
	}
}

// Package webcam finds the cameras of this machine.
package webcam

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Webcam is a camera that can be opened. ID is a path that keeps naming the same camera when others come and go, where the
// system gives one.
type Webcam struct {
	ID   string
	Name string
}

// List finds the cameras that Linux knows (Video4Linux); elsewhere there are none to be found.
func List() ([]Webcam, error) { return list("/") }

func list(root string) ([]Webcam, error) {
	known := filepath.Join(root, "sys", "class", "video4linux")
	devices, err := os.ReadDir(known)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	stable, err := stableNames(root)
	if err != nil {
		return nil, err
	}
	var all []Webcam
	for _, device := range devices {
		if attribute(known, device.Name(), "index") != "0" {
			continue // a camera's further nodes bring data about its pictures, not pictures
		}
		id := filepath.Join(root, "dev", device.Name())
		if name, ok := stable[id]; ok {
			id = name
		}
		all = append(all, Webcam{ID: id, Name: attribute(known, device.Name(), "name")})
	}
	slices.SortFunc(all, func(a, b Webcam) int { return strings.Compare(a.ID, b.ID) })
	return all, nil
}

func attribute(known, device, name string) string {
	content, err := os.ReadFile(filepath.Join(known, device, name))
	if err != nil {
		return "" // a device that has just been unplugged
	}
	return strings.TrimSpace(string(content))
}

// stableNames are the links in /dev/v4l/by-id by the device that they name at the moment.
func stableNames(root string) (map[string]string, error) {
	links, err := filepath.Glob(filepath.Join(root, "dev", "v4l", "by-id", "*"))
	if err != nil {
		return nil, err
	}
	names := make(map[string]string, len(links))
	for _, link := range links {
		if device, err := filepath.EvalSymlinks(link); err == nil {
			names[device] = link
		}
	}
	return names, nil
}

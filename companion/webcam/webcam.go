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

// Webcam is a camera of this machine.
type Webcam struct {
	// ID is a path that keeps naming the same camera when others come and go, where the system gives one.
	ID   string
	Name string
	// Formats are what its pictures can be like, the best for us first.
	Formats []Format
	Problem Problem // why the camera cannot be asked; "" where it can
}

// Problem is a code that names the words for what is wrong with a camera.
type Problem string

// What may be wrong with a camera.
const (
	Forbidden Problem = "camera_forbidden" // it may not be opened
	Silent    Problem = "camera_unopened"  // it does not answer
)

// String says to people what is wrong and what to do.
func (p Problem) String() string {
	switch p {
	case "":
		return ""
	case Forbidden:
		return "You may not use this camera. Add yourself to the group video (sudo usermod -aG video $USER) and log in again."
	}
	return "This camera does not answer. Pull its plug and put it in again."
}

// List finds the cameras that Linux knows (Video4Linux); elsewhere there are none to be found.
func List() ([]Webcam, error) { return list("/", formatsOf) }

func list(root string, ask func(path string) ([]Format, error)) ([]Webcam, error) {
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
		path := filepath.Join(root, "dev", device.Name())
		camera := Webcam{ID: path, Name: attribute(known, device.Name(), "name")}
		if name, ok := stable[path]; ok {
			camera.ID = name
		}
		if camera.Formats, err = ask(path); err != nil {
			camera.Problem = problem(err)
		}
		all = append(all, camera)
	}
	slices.SortFunc(all, func(a, b Webcam) int { return strings.Compare(a.ID, b.ID) })
	return all, nil
}

func problem(err error) Problem {
	if errors.Is(err, fs.ErrPermission) {
		return Forbidden
	}
	return Silent
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

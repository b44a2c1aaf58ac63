// Package demo holds a recorded game that can be played as if it were the camera, so that the companion can be tried
// without one. The film is a rendered one (CC0): two players, eleven turns, red 29 to blue 4.
package demo

import (
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

var (
	//go:embed game.mp4
	film []byte
	//go:embed camera.json
	camera []byte
	//go:embed set.json
	set []byte
	//go:embed people.json
	people []byte
)

// Files are the recording's files: the film, its camera (castellan-camera/1) and its piece set (castellan-set/1).
type Files struct{ Film, Camera, Set string }

// Unpack writes the recording into a folder.
func Unpack(folder string) (Files, error) {
	write := func(name string, content []byte) (string, error) {
		path := filepath.Join(folder, name)
		return path, os.WriteFile(path, content, 0o600)
	}
	var f Files
	var err error
	if f.Film, err = write("game.mp4", film); err != nil {
		return Files{}, err
	}
	if f.Camera, err = write("camera.json", camera); err != nil {
		return Files{}, err
	}
	if f.Set, err = write("set.json", set); err != nil {
		return Files{}, err
	}
	return f, nil
}

// People is what the players on film did besides building: their colours in the order of play, and the moments at which
// they ended their turns.
type People struct {
	Players  []string
	EndTurns []time.Duration
}

// WhoPlays tells what the players on film did.
func WhoPlays() (People, error) {
	var file struct {
		Players  []string  `json:"players"`
		EndTurnS []float64 `json:"end_turn_s"`
	}
	if err := json.Unmarshal(people, &file); err != nil {
		return People{}, err
	}
	p := People{Players: file.Players}
	for _, s := range file.EndTurnS {
		p.EndTurns = append(p.EndTurns, time.Duration(s*float64(time.Second)))
	}
	return p, nil
}

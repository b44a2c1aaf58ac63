package setup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/google/renameio/v2"

	"github.com/castellan-companion/castellan/calibration"
)

// Address is the address that a camera of the network is named by; ok is false for other names of cameras.
func Address(camera string) (address *url.URL, ok bool) {
	address, err := url.Parse(camera)
	return address, err == nil && address.Host != ""
}

// Choices are what people chose and did, from one start of the companion to the next.
type Choices struct {
	Done   bool     `json:"done"`   // set up, or not wanted
	Steps  []string `json:"steps"`  // those of the wizard that were done
	Source string   `json:"source"` // the camera; "" where none was chosen
	Set    string   `json:"set"`    // name of the piece set; "" where none was chosen

	// Address is that of a network's camera, as somebody typed it in last; "" where nobody did. It may hold a password.
	Address string `json:"address,omitempty"`

	// Lenses are the cameras that were measured, by the ID of their source.
	Lenses map[string]calibration.Camera `json:"lenses,omitempty"`
}

// Memory keeps choices in a file. Its methods may be called from any goroutine.
type Memory struct {
	file string

	mu      sync.Mutex // guards choices and the file
	choices Choices
}

const memoryFile = "setup.json"

// OpenMemory reads what is kept in a folder. What cannot be understood is as good as nothing: people are asked again.
func OpenMemory(folder string) (*Memory, error) {
	m := &Memory{file: filepath.Join(folder, memoryFile)}
	content, err := os.ReadFile(m.file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("what was set up cannot be read: %w", err)
	default:
		if json.Unmarshal(content, &m.choices) != nil {
			m.choices = Choices{}
		}
	}
	return m, nil
}

// Choices are those at the moment.
func (m *Memory) Choices() Choices {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.choices.clone()
}

// Change changes choices and keeps them.
func (m *Memory) Change(change func(*Choices)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	next := m.choices.clone()
	change(&next)
	content, err := json.MarshalIndent(next, "", "  ")
	if err != nil {
		return err
	}
	if err := renameio.WriteFile(m.file, append(content, '\n'), 0o600); err != nil {
		return fmt.Errorf("what was set up cannot be kept: %w", err)
	}
	m.choices = next
	return nil
}

func (c Choices) clone() Choices {
	c.Steps = append([]string{}, c.Steps...)
	c.Lenses = maps.Clone(c.Lenses)
	return c
}

// Did notes that a step was done.
func (c *Choices) Did(step string) {
	if !slices.Contains(c.Steps, step) {
		c.Steps = append(c.Steps, step)
	}
}

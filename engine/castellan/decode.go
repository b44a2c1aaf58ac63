package castellan

import (
	"fmt"
	"io"
	"slices"
)

// CastleSchema names the format of castle files.
const CastleSchema = "castellan-castle/1"

// Limits of what is taken in, so that a small packed file cannot unpack into any amount of memory.
const (
	maxPieces = 2_000_000 // of a list
	maxBytes  = 256 << 20
)

type castleFile struct {
	Schema  schemaName         `json:"schema"`
	Players []string           `json:"players"`
	Towers  *list[Node, *Node] `json:"towers"`
	Walls   *list[Wall, *Wall] `json:"walls"`
	Keeps   list[Keep, *Keep]  `json:"keeps"`
}

// DecodeSetup reads a castle file (castellan-castle/1). Fields that it does not know are ignored. An error says in one
// sentence what is wrong and where: the field with its index, or line and column.
func DecodeSetup(r io.Reader) (Setup, error) {
	content, err := readContent(maxBytes, r)
	if err != nil {
		return Setup{}, err
	}
	file, usual := scanCastle(content)
	if !usual {
		file = castleFile{Schema: schemaName{want: CastleSchema}}
		if err := decodeContent(content, &file); err != nil {
			return Setup{}, err
		}
	}
	switch {
	case file.Schema.found == "":
		return Setup{}, errMissing("schema")
	case file.Players == nil:
		return Setup{}, errMissing("players")
	case file.Towers == nil:
		return Setup{}, errMissing("towers")
	case file.Walls == nil:
		return Setup{}, errMissing("walls")
	}
	if err := checkPlayers(file.Players); err != nil {
		return Setup{}, err
	}
	for k, keep := range file.Keeps {
		if !slices.Contains(file.Players, keep.Color) {
			return Setup{}, fmt.Errorf("keeps/%d/color: %.40q is not one of the players", k, keep.Color)
		}
	}
	return Setup{Players: file.Players, Towers: *file.Towers, Walls: *file.Walls, Keeps: file.Keeps}, nil
}

func errMissing(field string) error { return fmt.Errorf("%s: this field is missing", field) }

// MinPlayers and MaxPlayers are how many can play.
const MinPlayers, MaxPlayers = 2, 4

const longestColour = 100 // in bytes; colours come again in every sentence

func checkPlayers(players []string) error {
	if len(players) < MinPlayers || len(players) > MaxPlayers {
		return fmt.Errorf("players: there are %d, want %d to %d", len(players), MinPlayers, MaxPlayers)
	}
	for k, p := range players {
		if p == "" {
			return fmt.Errorf("players/%d: the colour is empty", k)
		}
		if len(p) > longestColour {
			return fmt.Errorf("players/%d: the colour is longer than %d bytes", k, longestColour)
		}
		if slices.Contains(players[:k], p) {
			return fmt.Errorf("players/%d: %.40q is there twice", k, p)
		}
	}
	return nil
}

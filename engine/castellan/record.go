package castellan

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// GameSchema names the format of game records.
const GameSchema = "castellan-game/1"

// Record is a game as it is written down: its start and every action. Fields of a record that were read and that we do not
// know are written again as they were; neither the start nor an action that was read must be changed.
type Record struct {
	Start   Start
	Actions []Action

	header rawJSON // as it was read, without the actions
}

type rawJSON = jsontext.Value

// recordFile separates the actions from all else.
type recordFile struct {
	Header rawJSON   `json:",embed"`
	Turns  []rawJSON `json:"turns"`
}

type headerFile struct {
	Schema  schemaName       `json:"schema"`
	Players []string         `json:"players"`
	First   string           `json:"first"`
	Cards   Cards            `json:"cards,omitzero"`
	Ruleset map[string]bool  `json:"ruleset,omitempty"`
	Deck    Deck             `json:"deck,omitempty"`
	Piles   map[string]Piles `json:"piles,omitempty"`
}

// What an entry of "turns" is, if it is not a turn.
const (
	correctAction = "correct"
	undoAction    = "undo"
	endAction     = "end"
)

type actionFile struct {
	Action string       `json:"action,omitzero"`
	Player string       `json:"player,omitzero"`
	Play   []string     `json:"play,omitempty"`
	Pieces *Supply      `json:"pieces,omitzero"`
	Build  []Piece      `json:"build,omitempty"`
	Pass   Supply       `json:"pass,omitzero"`
	Claims []Claim      `json:"claims,omitempty"`
	Draw   []string     `json:"draw,omitempty"`
	Castle *castlePlain `json:"castle,omitzero"`
	Next   string       `json:"next,omitzero"`
}

// castlePlain is a castle inside another file, where players and schema are known.
type castlePlain struct {
	Towers []Node `json:"towers"`
	Walls  []Wall `json:"walls"`
	Keeps  []Keep `json:"keeps,omitempty"`
}

// DecodeRecord reads a game (castellan-game/1). Whether the actions are legal is not looked at. An error says in one
// sentence what is wrong and where: the field with its index, or the byte.
func DecodeRecord(r io.Reader) (Record, error) {
	var file recordFile
	if err := decodeFile(r, &file); err != nil {
		return Record{}, err
	}
	if file.Header == nil {
		file.Header = rawJSON("{}")
	}
	header := headerFile{Schema: schemaName{want: GameSchema}}
	if err := decodePart(file.Header, "", &header); err != nil {
		return Record{}, err
	}
	switch {
	case header.Schema.found == "":
		return Record{}, errMissing("schema")
	case file.Turns == nil:
		return Record{}, errMissing("turns")
	}
	rec := Record{
		Start: Start{
			Players: header.Players, First: header.First, Cards: header.Cards, Readings: header.Ruleset,
			Deck: header.Deck, Piles: header.Piles,
		},
		header: file.Header,
	}
	if rec.Start.Cards == "" {
		rec.Start.Cards = CardsTracked
		if header.Deck == nil && header.Piles == nil {
			rec.Start.Cards = CardsIgnored
		}
	}
	for k, raw := range file.Turns {
		a, err := decodeAction(raw, fmt.Sprintf("turns/%d", k))
		if err != nil {
			return Record{}, err
		}
		rec.Actions = append(rec.Actions, a)
	}
	return rec, nil
}

func decodeAction(raw rawJSON, where string) (Action, error) {
	var f actionFile
	if err := decodePart(raw, where, &f); err != nil {
		return Action{}, err
	}
	a := Action{raw: raw}
	switch f.Action {
	case "":
		a.Turn = &Turn{
			Player: f.Player, Play: f.Play, Pieces: f.Pieces, Build: f.Build, Pass: f.Pass, Claims: f.Claims, Draw: f.Draw,
		}
		if f.Player == "" {
			return a, errMissing(where + "/player")
		}
		for k, back := range f.Draw {
			if back != WallBack && back != TowerBack {
				return a, fmt.Errorf("%s/draw/%d: %.40q is neither %q nor %q", where, k, back, WallBack, TowerBack)
			}
		}
	case correctAction:
		if f.Castle == nil {
			return a, errMissing(where + "/castle")
		}
		a.Correct = &Correction{
			Castle: Setup{Towers: f.Castle.Towers, Walls: f.Castle.Walls, Keeps: f.Castle.Keeps},
			Next:   f.Next,
		}
	case undoAction:
		a.Undo = true
	case endAction:
		a.End = true
	default:
		return a, fmt.Errorf("%s/action: %.40q is none of %q, %q, %q", where, f.Action, correctAction, undoAction, endAction)
	}
	return a, nil
}

func (a Action) file() actionFile {
	switch {
	case a.Turn != nil:
		t := a.Turn
		return actionFile{
			Player: t.Player, Play: t.Play, Pieces: t.Pieces, Build: t.Build, Pass: t.Pass, Claims: t.Claims, Draw: t.Draw,
		}
	case a.Correct != nil:
		c := a.Correct.Castle
		return actionFile{
			Action: correctAction,
			Castle: &castlePlain{Towers: c.Towers, Walls: c.Walls, Keeps: c.Keeps},
			Next:   a.Correct.Next,
		}
	case a.Undo:
		return actionFile{Action: undoAction}
	}
	return actionFile{Action: endAction}
}

// Encode writes the record (castellan-game/1), with a line break at the end.
func (r Record) Encode(w io.Writer) error {
	header := r.header
	if header == nil {
		var err error
		if header, err = json.Marshal(headerFile{
			Schema:  schemaName{found: GameSchema},
			Players: r.Start.Players, First: r.Start.First, Cards: r.Start.Cards, Ruleset: r.Start.Readings,
			Deck: r.Start.Deck, Piles: r.Start.Piles,
		}, json.Deterministic(true)); err != nil {
			return err
		}
	}
	turns := make([]rawJSON, len(r.Actions))
	for k, a := range r.Actions {
		turns[k] = a.raw
		if a.raw == nil {
			raw, err := json.Marshal(a.file())
			if err != nil {
				return err
			}
			turns[k] = raw
		}
	}
	// The header goes first, as in the files of others; marshalling a recordFile would put it last.
	file := bytes.TrimSuffix(bytes.TrimSpace(bytes.Clone(header)), []byte("}"))
	if len(file) > len("{") {
		file = append(file, ',')
	}
	list, err := json.Marshal(turns)
	if err != nil {
		return err
	}
	return encodeLine(w, rawJSON(slices.Concat(file, []byte(`"turns":`), list, []byte("}"))))
}

// maxReplayed bounds what a replay takes in time and memory: the castle is kept as it was after each action. It is the sum of
// the pieces of these castles, and a hundred more for each; a game of two sets takes some tens of thousands.
const maxReplayed = 5_000_000

// Replay plays a record through. It stops at the first action that is refused; then status is StatusIllegal and the
// result's violations say why. The error is about the start: a deck or piles that cannot be played with; or the record is so
// long that nobody can have played it.
func (r Record) Replay(rules Ruleset) (*Game, Result, error) {
	g, err := NewGame(r.Start, rules)
	if err != nil {
		return nil, Result{}, err
	}
	var refused []Refusal
	trace := make([]TraceEntry, 0, len(r.Actions))
	replayed := 0
	for k, a := range r.Actions {
		next, ruling := g.Apply(a)
		if ruling.Verdict != Accepted {
			refused = slices.Clone(ruling.Reasons)
			for n := range refused {
				refused[n].Turn = k
			}
			break
		}
		g = next
		trace = append(trace, g.traceEntry(k))
		used := g.position.used
		if replayed += 100 + used.Towers + used.Long + used.Short; replayed > maxReplayed {
			return nil, Result{}, fmt.Errorf("turns/%d: the game is too long to be refereed", k)
		}
	}
	result := g.result(refused, trace)
	return g, result, nil
}

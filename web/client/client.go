package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/engine/castellan"
)

// Client asks one companion. Its methods may be called from any goroutine.
type Client struct{ base string }

// New makes a client of the companion at an address such as http://localhost:8080.
func New(address string) *Client { return &Client{strings.TrimSuffix(address, "/")} }

// Do has the companion carry out a command, and returns the game after it.
func (c *Client) Do(ctx context.Context, order companion.Command) (Game, error) {
	path, err := pathOf(order)
	if err != nil {
		return Game{}, err
	}
	var game Game
	err = c.post(ctx, path, order, &game)
	return game, err
}

func pathOf(order companion.Command) (string, error) {
	switch order.(type) {
	case companion.NewGame:
		return "games", nil
	case companion.SetPlayers:
		return "games/current/players", nil
	case companion.ChangeHouse:
		return "games/current/house", nil
	case companion.EndGame:
		return "games/current/end", nil
	case companion.PlayCards:
		return "games/current/cards", nil
	case companion.PassOn:
		return "games/current/pass", nil
	case companion.PlayTurn:
		return "games/current/turn", nil
	case companion.EndTurn:
		return "games/current/turn/end", nil
	case companion.UndoTurn:
		return "games/current/turn/undo", nil
	case companion.RedoTurn:
		return "games/current/turn/redo", nil
	case companion.Correct:
		return "games/current/corrections", nil
	case companion.Answer:
		return "games/current/answers", nil
	case companion.Overrule:
		return "games/current/overruled", nil
	case companion.OverruleScore:
		return "games/current/score", nil
	}
	return "", fmt.Errorf("there is no address for the command %T", order)
}

// Continue begins a new game with what happened in another one up to an event.
func (c *Client) Continue(ctx context.Context, game, seq int64) (Game, error) {
	var after Game
	err := c.post(ctx, fmt.Sprintf("games/%d/continue", game), map[string]int64{"seq": seq}, &after)
	return after, err
}

// Import begins a new game with one that was written down.
func (c *Client) Import(ctx context.Context, written castellan.Record) (Game, error) {
	var file bytes.Buffer
	if err := written.Encode(&file); err != nil {
		return Game{}, err
	}
	var after Game
	err := c.post(ctx, "games/import", json.RawMessage(file.Bytes()), &after)
	return after, err
}

// Game is the game that is played.
func (c *Client) Game(ctx context.Context) (Game, error) {
	var game Game
	err := c.get(ctx, "games/current", &game)
	return game, err
}

// GameAt is a game as it stood after its event number seq, the last one where that is 0.
func (c *Client) GameAt(ctx context.Context, game, seq int64) (Game, error) {
	var then Game
	err := c.get(ctx, fmt.Sprintf("games/%d/states/%d", game, seq), &then)
	return then, err
}

// Events are all events of a game from the one numbered after+1 on.
func (c *Client) Events(ctx context.Context, game, after int64) ([]companion.Event, error) {
	var all []companion.Event
	for {
		var answer struct{ Events []companion.Event }
		if err := c.get(ctx, fmt.Sprintf("games/%d/events?after=%d", game, after), &answer); err != nil {
			return nil, err
		}
		if len(answer.Events) == 0 {
			return all, nil
		}
		all = append(all, answer.Events...)
		after = all[len(all)-1].Seq
	}
}

// readLimit is how long a message of a big castle may be, in bytes.
const readLimit = 1 << 24

// Live follows the table: it calls heard with the game as it stands and then with every update, until that returns an error, ctx is done
// or the companion leaves.
func (c *Client) Live(ctx context.Context, heard func(Update) error) (err error) {
	conn, _, err := websocket.Dial(ctx, c.base+"/api/v1/live", nil) //nolint:bodyclose // Dial closes it
	if err != nil {
		return err
	}
	defer func() { _ = conn.CloseNow() }() // whichever side was first
	conn.SetReadLimit(readLimit)
	for {
		var m struct {
			Kind    string
			State   Game
			Events  []companion.Event
			Dropped int64
		}
		if err := wsjson.Read(ctx, conn, &m); err != nil {
			return err
		}
		if m.Kind != "state" {
			continue
		}
		if err := heard(Update{m.State, m.Events, m.Dropped}); err != nil {
			return err
		}
	}
}

func (c *Client) get(ctx context.Context, path string, answer any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/api/v1/"+path, nil)
	if err != nil {
		return err
	}
	return ask(request, answer)
}

func (c *Client) post(ctx context.Context, path string, order, answer any) error {
	body, err := json.Marshal(order)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/api/v1/"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	return ask(request, answer)
}

func ask(request *http.Request, answer any) (err error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	if response.StatusCode == http.StatusOK {
		return json.NewDecoder(response.Body).Decode(answer)
	}
	var failed struct{ Error companion.RefusedError }
	if err := json.NewDecoder(response.Body).Decode(&failed); err != nil {
		return fmt.Errorf("%s: %s", request.URL, response.Status)
	}
	if response.StatusCode == http.StatusConflict {
		return &failed.Error
	}
	return fmt.Errorf("%s: %s", failed.Error.Code, failed.Error.Text)
}

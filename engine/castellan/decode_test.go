package castellan_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func TestDecodeSetupRefuses(t *testing.T) {
	const head = `{"schema":"castellan-castle/1","players":["red","blue"],`
	for _, c := range []struct{ file, want string }{
		{``, "there is no JSON in it"},
		{`hello`, "no valid JSON in line 1, column 1"},
		{"{\n\"schema\": x", "schema: no valid JSON in line 2, column 11"},
		{`{"schema":"castellan-castle/1"`, "the JSON breaks off in line 1, column 31"},
		{`{"x":` + strings.Repeat("[", 20_000), "x/0/0/0"},
		{`[]`, "a JSON list does not belong here"},
		{`{"schema":"castellan-game/1","players":7}`, `schema: this is castellan-game/1, want "castellan-castle/1"`},
		{`{"schema":7}`, `schema: this is 7, want "castellan-castle/1"`},
		{`{"players":["red","blue"],"towers":[],"walls":[]}`, "schema: this field is missing"},
		{`{"schema":"castellan-castle/1","towers":[],"walls":[]}`, "players: this field is missing"},
		{`{"schema":"castellan-castle/1","players":["red"],"towers":[],"walls":[]}`, "players: there are 1, want 2 to 4"},
		{`{"schema":"castellan-castle/1","players":["red","red"],"towers":[],"walls":[]}`, `players/1: "red" is there twice`},
		{`{"schema":"castellan-castle/1","players":["red",""],"towers":[],"walls":[]}`, "players/1: the colour is empty"},
		{
			`{"schema":"castellan-castle/1","players":["red","` + strings.Repeat("blue", 100) + `"],"towers":[],"walls":[]}`,
			"players/1: the colour is longer than 100 bytes",
		},
		{`{"schema":"castellan-castle/` + strings.Repeat("1", 1000) + `"}`, "schema: this is castellan-castle/1"},
		{`{"schema":"castellan-castle/1","players":["red",3],"towers":[],"walls":[]}`, "players/1: a JSON number"},
		{head + `"walls":[]}`, "towers: this field is missing"},
		{head + `"towers":[],"walls":null}`, "walls: this field is missing"},
		{head + `"towers":{},"walls":[]}`, "towers: want a list"},
		{head + `"towers":[],"towers":[],"walls":[]}`, "duplicate object member name"},
		{head + `"towers":[[0,0],[1]],"walls":[]}`, "towers/1: want a lattice node"},
		{head + `"towers":[[0,0,0]],"walls":[]}`, "towers/0/2: want a lattice node"},
		{head + `"towers":[[0,0.5]],"walls":[]}`, "towers/0/1: want a lattice node"},
		{head + `"towers":[[0,"1"]],"walls":[]}`, "towers/0/1: want a lattice node"},
		{head + `"towers":[null],"walls":[]}`, "towers/0: want a lattice node"},
		{head + `"towers":[[0,2000000001]],"walls":[]}`, "towers/0/1: a coordinate is beyond 2000000000"},
		{head + `"towers":[[0,-1e40]],"walls":[]}`, "towers/0/1: a coordinate is beyond 2000000000"},
		{head + `"towers":[],"walls":[{"from":[0,0]}]}`, "walls/0: want a wall with two ends"},
		{head + `"towers":[],"walls":[{"from":[0,0],"to":[1]}]}`, "walls/0/to: want a lattice node"},
		{head + `"towers":[],"walls":[[0,0,1,0]]}`, "walls/0: want a wall with two ends"},
		{head + `"towers":[],"walls":[],"keeps":[{"color":"pink","at":[0,0],"count":1}]}`, `keeps/0/color: "pink" is not one of the players`},
		{head + `"towers":[],"walls":[],"keeps":[{"color":"` + strings.Repeat("red", 100) + `","at":[0,0],"count":1}]}`, `keeps/0/color: "redred`},
		{head + `"towers":[],"walls":[],"keeps":[{"color":"red","at":[0,0],"count":3}]}`, "keeps/0: the count of a keep is 1, or 2"},
		{head + `"towers":[],"walls":[],"keeps":[{"color":"red","at":[0,0],"count":1.5}]}`, "keeps/0/count: want a whole number"},
		{head + `"towers":[],"walls":[],"keeps":[{"color":"red","at":[0]}]}`, "keeps/0/at"},
		{head + `"towers":[],"walls":[],"keeps":[{"color":"red","at":[0,1e999]}]}`, "keeps/0/at/1: value out of range"},
		{head + `"towers":[],"walls":[],"keeps":[{"color":"red"}]}`, "keeps/0: want a keep"},
		{head + `"towers":[],"walls":[],"keeps":[7]}`, "keeps/0: want a keep"},
		{head + `"towers":[],"walls":[]} {}`, "something after the end"},
		{head + "\"towers\":[],\"walls\":[],\"x\":\"\xff\"}", "x: no valid JSON"},
	} {
		_, err := castellan.DecodeSetup(strings.NewReader(c.file))
		if assert.ErrorContains(t, err, c.want, c.file) {
			assert.NotContains(t, err.Error(), "\n")
			assert.Less(t, len(err.Error()), 300)
		}
	}
}

func TestDecodeSetupTolerates(t *testing.T) {
	s, err := castellan.DecodeSetup(strings.NewReader(`
		{"walls":[{"kind":"short","to":[1.0,0],"from":[0,0]}],"towers":[[0,1e3]],"schema":"castellan-castle/1",
		 "note":{"by":["somebody"]},"players":["red","blue"],"keeps":[{"at":[0,0],"color":"blue"}]}`))
	require.NoError(t, err)
	assert.Equal(t, castellan.Setup{
		Players: []string{"red", "blue"},
		Towers:  []castellan.Node{{I: 0, J: 1000}},
		Walls:   []castellan.Wall{{To: castellan.Node{I: 1}}},
		Keeps:   []castellan.Keep{{Color: "blue", Count: 1}},
	}, s)
}

func TestPiecesMayBeWrittenInManyWays(t *testing.T) {
	want := castellan.Setup{
		Players: []string{"red", "blue"},
		Towers:  []castellan.Node{{I: 0, J: -1}, {I: 2_000_000_000, J: 10}},
		Walls:   []castellan.Wall{{To: castellan.Node{I: 1}}, {From: castellan.Node{J: 7}, To: castellan.Node{J: 9}}},
		Keeps:   []castellan.Keep{{Color: "red", At: [2]float64{.5, -2e-3}, Count: 1}, {Color: "blue", At: [2]float64{1, 2}, Count: 2}},
	}
	const (
		towers = `[[0,-1],[2000000000,10]]`
		walls  = `[{"from":[0,0],"to":[1,0]},{"from":[0,7],"to":[0,9]}]`
		keeps  = `[{"color":"red","at":[0.5,-2e-3],"count":1},{"color":"blue","at":[1,2],"count":2}]`
	)
	spaced := strings.NewReplacer("[", " [ ", "]", "\n]\t", "{", "{ ", "}", "\r\n}", ",", " , ", ":", " :\t")
	for _, c := range []struct{ note, towers, walls, keeps string }{
		{"as Encode does", towers, walls, keeps},
		{"with white space", spaced.Replace(towers), spaced.Replace(walls), spaced.Replace(keeps)},
		{"numbers", `[[-0,-1e0],[2.0e9,10.0]]`, walls, strings.ReplaceAll(keeps, "0.5", "5E-1")},
		{
			"members in another order", towers, `[{"to":[0,0],"from":[1,0]},{"to":[0,9],"from":[0,7]}]`,
			`[{"at":[0.5,-2e-3],"color":"red"},{"count":2,"color":"blue","at":[1,2]}]`,
		},
		{"unknown members", towers, strings.ReplaceAll(walls, "]}", `],"kind":["short"]}`), strings.ReplaceAll(keeps, "{", `{"x":null,`)},
		{"escapes", towers, strings.ReplaceAll(walls, "from", `fr\u006fm`), strings.ReplaceAll(keeps, "red", `r\u0065d`)},
		{"one unlike the others", towers, strings.Replace(walls, `9]}`, `9],"x":{}}`, 1), strings.Replace(keeps, `1}`, `1,"x":0}`, 1)},
	} {
		t.Run(c.note, func(t *testing.T) {
			got, err := castellan.DecodeSetup(strings.NewReader("\ufeff" + `{"schema":"castellan-castle/1","players":["red","blue"],"towers":` +
				c.towers + `,"walls":` + c.walls + `,"keeps":` + c.keeps + "}\n"))
			require.NoError(t, err)
			if c.note == "members in another order" {
				got.Walls[0].From, got.Walls[0].To = got.Walls[0].To, got.Walls[0].From
			}
			assert.Equal(t, want, got)
		})
	}
}

func TestSetupsRoundTrip(t *testing.T) {
	eachCase(t, "castles", ".castle.json", func(t *testing.T, base string) {
		want, err := castellan.DecodeSetup(open(t, base+".castle.json"))
		require.NoError(t, err)
		var file strings.Builder
		require.NoError(t, want.Encode(&file))
		got, err := castellan.DecodeSetup(strings.NewReader(file.String()))
		require.NoError(t, err)
		assert.Equal(t, want, got)
	})
}

func TestDecodeRecordRefuses(t *testing.T) {
	const head = `{"schema":"castellan-game/1","players":["red","blue"],"first":"red",`
	for _, c := range []struct{ file, want string }{
		{`{"schema":"castellan-castle/1","turns":[]}`, `schema: this is castellan-castle/1, want "castellan-game/1"`},
		{`{"turns":[]}`, "schema: this field is missing"},
		{head + `"deck":[]}`, "turns: this field is missing"},
		{head + `"deck":7,"turns":[]}`, "deck: a JSON number"},
		{head + `"turns":{}}`, "turns: a JSON object"},
		{head + `"turns":[7]}`, "turns/0: a JSON number"},
		{head + `"turns":[{}]}`, "turns/0/player: this field is missing"},
		{head + `"turns":[{"player":"red","build":[{}]}]}`, "turns/0/build/0: want a piece"},
		{head + `"turns":[{"player":"red","build":[{"tower":[0]}]}]}`, "turns/0/build/0/tower: want a lattice node"},
		{head + `"turns":[{"player":"red","build":[{"tower":[0,0],"wall":{"from":[0,0],"to":[1,0]}}]}]}`, "turns/0/build/0: want a piece"},
		{head + `"turns":[{"player":"red","pass":{"tower":-1}}]}`, "turns/0/pass: the counts -1, 0 and 0"},
		{head + `"turns":[{"player":"red","pass":{"tower":0.5}}]}`, "turns/0/pass/tower"},
		{head + `"turns":[{"player":"red","claims":[{"at":[0,0],"keep":"old"}]}]}`, "turns/0/claims/0: want a claim"},
		{head + `"turns":[{"player":"red","claims":[{"at":[0,0],"keep":"new","count":0}]}]}`, "turns/0/claims/0: the count of a keep"},
		{head + `"turns":[{"player":"red","draw":["sword"]}]}`, `turns/0/draw/0: "sword" is neither`},
		{head + `"turns":[{"action":"cheat"}]}`, `turns/0/action: "cheat" is none of`},
		{head + `"turns":[{"action":"correct"}]}`, "turns/0/castle: this field is missing"},
	} {
		_, err := castellan.DecodeRecord(strings.NewReader(c.file))
		assert.ErrorContains(t, err, c.want, c.file)
	}
}

func TestStartsThatCannotBePlayed(t *testing.T) {
	const card = `{"id":"a","back":"wall","long":1}`
	for _, c := range []struct{ start, want string }{
		{`"players":["red"],"first":"red"`, "players: there are 1"},
		{`"players":["red","blue"],"first":"green"`, `first: "green" is not one of the players`},
		{`"players":["red","blue"],"first":"red","cards":"marked"`, `cards: "marked" is none of`},
		{`"players":["red","blue"],"first":"red","deck":[` + card + `]`, "piles/red: this player has no piles"},
		{`"players":["red","blue"],"first":"red","deck":[` + card + `,` + card + `]`, `deck/1/id: there are two cards "a"`},
		{`"players":["red","blue"],"first":"red","deck":[{"id":"a","back":"blue"}]`, `deck/0/back: "blue" is neither`},
		{`"players":["red","blue"],"first":"red","deck":[{"id":"a","back":"wall","long":-1}]`, "deck/0: a card cannot show less"},
		{`"players":["red","blue"],"first":"red","deck":[` + card + `],"piles":{"red":{"wall":["b"]}}`, `piles/red/wall/0: there is no card "b"`},
		{`"players":["red","blue"],"first":"red","deck":[` + card + `],"piles":{"red":{"tower":["a"]}}`, `piles/red/tower/0: card "a" has a wall`},
		{`"players":["red","blue"],"first":"red","deck":[` + card + `],"piles":{"red":{"wall":["a","a"]}}`, `piles/red/wall/1: card "a" is there twice`},
		{`"players":["red","blue"],"first":"red","deck":[` + card + `],"piles":{"red":{}}`, "piles/red: 1 cards of the deck are missing"},
	} {
		record, err := castellan.DecodeRecord(strings.NewReader(`{"schema":"castellan-game/1","turns":[],` + c.start + `}`))
		require.NoError(t, err, c.start)
		_, _, err = record.Replay(castellan.DefaultRules())
		assert.ErrorContains(t, err, c.want, c.start)
	}
}

func TestGamesThatNobodyCanHavePlayed(t *testing.T) {
	turns := strings.Repeat(`{"player":"red"},{"player":"blue"},`, 30_000)
	record, err := castellan.DecodeRecord(strings.NewReader(
		`{"schema":"castellan-game/1","players":["red","blue"],"first":"red","turns":[` + strings.TrimSuffix(turns, ",") + `]}`,
	))
	require.NoError(t, err)
	_, _, err = record.Replay(castellan.DefaultRules())
	require.EqualError(t, err, "turns/50000: the game is too long to be refereed")
}

func TestReadingsAreKeptWithTheGame(t *testing.T) {
	start := castellan.Start{
		Players: []string{"red", "blue"}, First: "red", Cards: castellan.CardsIgnored,
		Readings: map[string]bool{"claim-mandatory": false, "nobody-scores": true},
	}
	want := rulesWithout(t, "claim-mandatory")
	record := castellan.Record{Start: start}
	var file strings.Builder
	require.NoError(t, record.Encode(&file))
	text, err := record.Notation()
	require.NoError(t, err)
	assert.Contains(t, text, "[Ruleset claim-mandatory=no nobody-scores=yes]")

	decoded, err := castellan.DecodeRecord(strings.NewReader(file.String()))
	require.NoError(t, err)
	parsed, err := castellan.ParseRecordNotation(text)
	require.NoError(t, err)
	for _, r := range []castellan.Record{decoded, parsed} {
		assert.Equal(t, start, r.Start)
		g, _, err := r.Replay(castellan.DefaultRules())
		require.NoError(t, err)
		assert.Equal(t, want, g.Rules())
	}
	_, err = castellan.ParseRecordNotation("[Ruleset claim-mandatory]")
	assert.ErrorContains(t, err, "want a reading such as")
}

func TestUnknownFieldsSurvive(t *testing.T) {
	const file = `{"schema":"castellan-game/1","version":{"app":"x"},"players":["red","blue"],"first":"red","cards":"ignored",` +
		`"turns":[{"player":"red","build":[{"tower":[0,0],"seen":0.97}],"at_ms":12345678901234567890},{"action":"undo","by":"red"}]}`
	record, err := castellan.DecodeRecord(strings.NewReader(file))
	require.NoError(t, err)
	record.Actions = append(record.Actions, castellan.Action{Turn: &castellan.Turn{
		Player: "red", Build: []castellan.Piece{castellan.TowerAt(castellan.Node{I: 1, J: 2})},
	}})
	var got strings.Builder
	require.NoError(t, record.Encode(&got))
	assert.Equal(t, strings.TrimSuffix(file, "]}")+`,{"player":"red","build":[{"tower":[1,2]}]}]}`+"\n", got.String())
}

func TestDecodeSetupHasAnEnd(t *testing.T) {
	const head = `{"schema":"castellan-castle/1","players":["red","blue"],"walls":[],"towers":[[0,0]`
	for _, piece := range []string{",[0,0]", ",[0,0e0]"} { // scanned, and read token by token
		_, err := castellan.DecodeSetup(strings.NewReader(head + strings.Repeat(piece, 2_000_000) + "]}"))
		require.EqualError(t, err, "towers: there are more than 2000000")
	}
}

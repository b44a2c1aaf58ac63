package web

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/companion/sqlite"
	"github.com/castellan-companion/castellan/vision/reading"
)

func openTable(t testing.TB, source companion.Source) (*companion.Table, *sqlite.Store) {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "games.db"))
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, store.Close()) })
	table, err := companion.Open(t.Context(), companion.Options{Record: store, Source: source})
	require.NoError(t, err)
	t.Cleanup(table.Close)
	return table, store
}

// serve runs a server on a port of its own and returns its address.
func serve(t testing.TB, o Options) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server, ended := New(o), make(chan error, 1)
	ctx, stop := context.WithCancel(context.Background())
	go func() { ended <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		assert.NoError(t, <-ended, "the server closes in order")
	})
	return "http://" + listener.Addr().String()
}

func serveTable(t testing.TB, source companion.Source) (string, *companion.Table) {
	t.Helper()
	table, store := openTable(t, source)
	return serve(t, Options{Table: table, Record: store}), table
}

// ask makes a request and returns the answer's status and JSON.
func ask(t testing.TB, method, url, body string, header ...string) (int, map[string]any) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	require.NoError(t, err)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
		if header[i] == "Host" {
			request.Host = header[i+1]
		}
	}
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	defer func() { assert.NoError(t, response.Body.Close()) }()
	text, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	answer := map[string]any{}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		require.NoError(t, json.Unmarshal(text, &answer), string(text))
	}
	return response.StatusCode, answer
}

func get(t testing.TB, url string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	return response
}

// listen opens the live connection.
func listen(t testing.TB, url string) *websocket.Conn {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), url+"/api/v1/live", nil) //nolint:bodyclose // Dial closes it
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.CloseNow() }) // whichever side was first
	conn.SetReadLimit(1 << 22)
	return conn
}

func hear(t testing.TB, conn *websocket.Conn) map[string]any {
	t.Helper()
	var m map[string]any
	require.NoError(t, wsjson.Read(t.Context(), conn, &m))
	return m
}

func TestHealth(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	status, _ := ask(t, "GET", url+"/healthz", "")
	assert.Equal(t, http.StatusOK, status)
}

func TestCurrentGameHasTheShapesOfTheFormats(t *testing.T) {
	url, table := serveTable(t, companiontest.Eye{Script: companiontest.Game1()}.Source())
	untilEnded(t, table)
	status, game := ask(t, "GET", url+"/api/v1/games/current", "")
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, map[string]any{"red": 29.0, "blue": 4.0}, game["scores"])
	assert.Subset(t, game["turn"], map[string]any{"number": 12.0, "player": "blue"})
	assert.Equal(t, []any{}, game["violations"])
	assert.Equal(t, []any{}, game["questions"])
	castle := game["castle"].(map[string]any)
	assert.Len(t, castle["towers"], 20)
	assert.Len(t, castle["walls"], 28)
	assert.Len(t, castle["keeps"], 5)
	courtyards := game["courtyards"].([]any)
	require.Len(t, courtyards, 5)
	for _, c := range courtyards {
		assert.Subset(t, slices.Collect(maps.Keys(c.(map[string]any))), []string{"towers", "area", "value", "owner", "double"})
	}
}

func untilEnded(t *testing.T, table *companion.Table) {
	t.Helper()
	s := table.Subscribe(10_000)
	defer s.Cancel()
	for u := range s.C {
		if u.Status.Camera == companion.Ended {
			return
		}
	}
	require.Fail(t, "the table closed before the film ended")
}

// Programs in languages with a null need not expect one: what can be empty is an empty list.
func TestEmptyListsAreLists(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	ask(t, "POST", url+"/api/v1/games/current/turn/end", "")
	_, game := ask(t, "GET", url+"/api/v1/games/current", "")
	for key, value := range game {
		assert.NotNil(t, value, key)
	}
	_, answer := ask(t, "GET", url+"/api/v1/sources", "")
	assert.Equal(t, []any{}, answer["sources"])
}

func TestCommands(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	tests := []struct {
		name, path, body string
		status           int
		code             string // of the error
	}{
		{"new game", "games", `{"players":["yellow","green"]}`, 200, ""},
		{"one player", "games", `{"players":["red"]}`, 409, "players"},
		{"no such colour", "games", `{"players":["red","purple"]}`, 409, "color"},
		{"the same colour twice", "games", `{"players":["red","red"]}`, 409, "color"},
		{"nonsense", "games", `{"players":`, 400, "json"},
		{"end of the turn", "games/current/turn/end", `{"turn":1}`, 200, ""},
		{"end of a turn that has ended", "games/current/turn/end", `{"turn":1}`, 409, "turn"},
		{"end of whichever turn it is", "games/current/turn/end", ``, 200, ""},
		{"take back", "games/current/turn/undo", ``, 200, ""},
		{"take back again", "games/current/turn/undo", ``, 200, ""},
		{"nothing left to take back", "games/current/turn/undo", ``, 409, "turn"},
		{"correction", "games/current/corrections", `{"add":[{"kind":"tower","at":[0,0]}]}`, 200, ""},
		{"correction of nothing", "games/current/corrections", `{}`, 409, "correction"},
		{"what is not there", "games/current/corrections", `{"remove":[{"kind":"tower","at":[9,9]}]}`, 409, "correction"},
		{"a piece of an unknown kind", "games/current/corrections", `{"add":[{"kind":"moat","at":[0,0]}]}`, 400, "json"},
		{"no such question", "games/current/answers", `{"question":1,"answer":"taken_away"}`, 409, "question"},
		{"players", "games/current/players", `{"players":["red","blue"],"turn":"blue"}`, 200, ""},
		{"house", "games/current/house", `{"laid_is_played":true,"names":{"red":"Ada"}}`, 200, ""},
		{"a name for nobody", "games/current/house", `{"names":{"green":"Ada"}}`, 409, "names"},
		{"points", "games/current/score", `{"player":"red","points":3,"reason":"a slip"}`, 200, ""},
		{"points without a reason", "games/current/score", `{"player":"red","points":4}`, 409, "reason"},
		{"no such ruling", "games/current/overruled", `{"code":"overlap"}`, 409, "violation"},
		{"cards that nobody counts", "games/current/cards", `{"cards":["t1"]}`, 409, "cards"},
		{"nothing to hand on", "games/current/pass", ``, 409, "cards"},
		{"nothing to do again", "games/current/turn/redo", ``, 409, "turn"},
		{"end of the game", "games/current/end", ``, 200, ""},
		{"it has ended", "games/current/turn/end", ``, 409, "ended"},
		{"take that back too", "games/current/turn/undo", ``, 200, ""},
		{"no such address", "games/current/turn/burn", ``, 404, "address"},
	}
	for _, test := range tests {
		status, answer := ask(t, "POST", url+"/api/v1/"+test.path, test.body)
		assert.Equal(t, test.status, status, "%s: %v", test.name, answer)
		if test.code != "" {
			assert.Equal(t, test.code, answer["error"].(map[string]any)["code"], test.name)
		}
	}
	_, game := ask(t, "GET", url+"/api/v1/games/current", "")
	assert.Subset(t, game["turn"], map[string]any{"number": 1.0, "player": "blue"})
	assert.Equal(t, []any{[]any{0.0, 0.0}}, game["castle"].(map[string]any)["towers"])
}

func TestCardsAreTappedIn(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	post := func(path, body string) (int, map[string]any) { return ask(t, "POST", url+"/api/v1/games"+path, body) }
	status, game := post("", `{"players":["red","blue"],"first":"blue","cards":"tapped","names":{"blue":"Ada"}}`)
	require.Equal(t, http.StatusOK, status, game)
	assert.Len(t, game["deck"], 14)
	assert.Len(t, game["checklist"].(map[string]any)["hand"], 14)
	_, game = post("/current/cards", `{"cards":["t1"]}`)
	list := game["checklist"].(map[string]any)
	assert.Equal(t, map[string]any{"tower": 2.0, "long": 0.0, "short": 0.0}, list["left"])
	assert.Equal(t, 2.0, list["draw"], "the card shows one more")

	status, answer := post("/current/turn/end", ``)
	assert.Equal(t, http.StatusConflict, status)
	assert.Equal(t, "piece_count_mismatch", answer["error"].(map[string]any)["reasons"].([]any)[0].(map[string]any)["code"])
	_, game = ask(t, "GET", url+"/api/v1/games/current", "")
	assert.Contains(t, game, "refused", "every dashboard says why")

	_, place := ask(t, "GET", url+"/api/v1/games/current/place?kind=tower", "")
	assert.NotNil(t, place["place"])
	_, place = ask(t, "GET", url+"/api/v1/games/current/place?kind=moat", "")
	assert.Equal(t, "kind", place["error"].(map[string]any)["code"])

	status, game = post("/current/turn/end", `{"anyway":true}`)
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, "red", game["turn"].(map[string]any)["player"])
	assert.NotContains(t, game, "refused")
}

func TestNobodySeesThePiles(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	card := `{"id":"w","back":"wall","long":1}`
	status, game := ask(t, "POST", url+"/api/v1/games", `{"players":["red","blue"],"cards":"tracked","deck":[`+card+`],
		"piles":{"red":{"wall":["w"]},"blue":{"wall":["w"]}}}`)
	require.Equal(t, http.StatusOK, status, game)
	assert.NotContains(t, game, "piles")
}

func TestEvents(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	ask(t, "POST", url+"/api/v1/games", `{"players":["red","blue"]}`)
	_, answer := ask(t, "GET", url+"/api/v1/games", "")
	games := answer["games"].([]any)
	require.Len(t, games, 2)
	assert.Equal(t, 2.0, games[0].(map[string]any)["game"], "newest first")

	_, answer = ask(t, "GET", url+"/api/v1/games/2/events", "")
	events := answer["events"].([]any)
	assert.Equal(t, "game_started", events[0].(map[string]any)["kind"])
	_, answer = ask(t, "GET", url+"/api/v1/games/current/events?after=1", "")
	assert.Len(t, answer["events"], len(events)-1)

	status, _ := ask(t, "GET", url+"/api/v1/games/77/events", "")
	assert.Equal(t, http.StatusNotFound, status)
	status, _ = ask(t, "GET", url+"/api/v1/games/first/events", "")
	assert.Equal(t, http.StatusBadRequest, status)
}

func TestOtherPagesCannotDriveTheCompanion(t *testing.T) {
	table, store := openTable(t, companion.Source{})
	local := serve(t, Options{Table: table, Record: store})
	lan := serve(t, Options{Table: table, Record: store, LAN: true})
	tests := []struct {
		name    string
		url     string
		header  []string
		allowed bool
	}{
		{"a program", local, nil, true},
		{"own page", local, []string{"Origin", local}, true},
		{"another page", local, []string{"Origin", "http://evil.example"}, false},
		{"another page, as browsers say", local, []string{"Sec-Fetch-Site", "cross-site"}, false},
		{"a name bound to this machine", local, []string{"Host", "evil.example", "Origin", "http://evil.example"}, false},
		{"localhost", local, []string{"Host", "localhost:8080"}, true},
		{"this machine's address in the network", local, []string{"Host", "192.168.1.7:8080"}, false},
		{"this machine's address, opened", lan, []string{"Host", "192.168.1.7:8080"}, true},
		{"this machine's name, opened", lan, []string{"Host", "desk.local:8080"}, true},
		{"a name bound to this machine, opened", lan, []string{"Host", "evil.example"}, false},
	}
	for _, test := range tests {
		status, _ := ask(t, "POST", test.url+"/api/v1/games/current/turn/end", "", test.header...)
		assert.Equal(t, test.allowed, status == http.StatusOK, test.name)
	}
	_, _, err := websocket.Dial(t.Context(), local+"/api/v1/live", //nolint:bodyclose // Dial closes it
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"http://evil.example"}}})
	assert.Error(t, err, "another page must not listen either")
}

func TestLiveTellsEverything(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	conn := listen(t, url)
	first := hear(t, conn)
	assert.Equal(t, "state", first["kind"])
	assert.NotContains(t, first, "events")

	ask(t, "POST", url+"/api/v1/games/current/corrections", `{"add":[{"kind":"tower","at":[0,0]}]}`)
	next := hear(t, conn)
	assert.Equal(t, "corrected", next["events"].([]any)[0].(map[string]any)["kind"])
	castle := next["state"].(map[string]any)["castle"].(map[string]any)
	assert.Equal(t, []any{[]any{0.0, 0.0}}, castle["towers"])
}

// onePicture shows one picture and then nothing more.
type onePicture struct{}

func (onePicture) Watch(ctx context.Context, see func(reading.Observation)) error {
	see(reading.Observation{
		Size: [2]int{4, 3}, JPEG: []byte("a picture"),
		Outlines: []reading.Outline{{Kind: "tower", Points: [][2]float64{{0, 0}, {1, 0}, {1, 1}}}},
	})
	<-ctx.Done()
	return ctx.Err()
}

func TestPicture(t *testing.T) {
	url, table := serveTable(t, companion.Source{Name: "one", Eye: onePicture{}})
	_, err := table.Picture(t.Context(), 0)
	require.NoError(t, err)

	response := get(t, url+"/camera.jpg")
	picture, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	assert.Equal(t, "a picture", string(picture))
	assert.Equal(t, "1", response.Header.Get("Picture-Number"))

	for conn := listen(t, url); ; {
		if m := hear(t, conn); m["kind"] == "overlay" {
			assert.Equal(t, []any{4.0, 3.0}, m["size"])
			assert.Len(t, m["outlines"], 1)
			return
		}
	}
}

func TestFilmOfPicturesEndsWithTheServer(t *testing.T) {
	url, _ := serveTable(t, companion.Source{Name: "one", Eye: onePicture{}})
	response := get(t, url+"/camera.mjpeg")
	t.Cleanup(func() { _ = response.Body.Close() }) // after the server closed
	first := make([]byte, len("--picture\r\nContent-Type: image/jpeg\r\nContent-Length: 9\r\n\r\na picture\r\n--picture\r\n"))
	_, err := io.ReadFull(response.Body, first)
	require.NoError(t, err)
	assert.Contains(t, string(first), "a picture")
}

var parameter = regexp.MustCompile(`:(\w+)`)

func TestOpenAPIDescribesEveryRoute(t *testing.T) {
	table, store := openTable(t, companion.Source{})
	s := New(Options{Table: table, Record: store})
	var document struct {
		Paths map[string]map[string]any `json:"paths"`
	}
	require.NoError(t, json.Unmarshal(openAPIDocument, &document))
	var described, served []string
	for path, methods := range document.Paths {
		for method := range methods {
			described = append(described, strings.ToUpper(method)+" "+path)
		}
	}
	for _, route := range s.router.Routes() {
		served = append(served, route.Method+" "+parameter.ReplaceAllString(route.Path, "{$1}"))
	}
	assert.ElementsMatch(t, served, described)
}

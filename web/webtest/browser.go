// Package webtest opens the dashboard in a real browser, for tests.
package webtest

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// FollowFilm opens the dashboard at this address in Chromium and follows the bundled game to its end: score, castle, courtyards,
// events, the space bar, the width of a phone. The test is skipped where there is no browser, or no dashboard in the program.
// The environment's SCREENSHOTS names a folder to leave pictures of the page in.
func FollowFilm(t *testing.T, url string) {
	t.Helper()
	follow(t, "film.mjs", url)
}

// FollowTable plays a game without a camera on the dashboard at this address, whose table is empty, and replays it. The test is
// skipped as with FollowFilm.
func FollowTable(t *testing.T, url string) {
	t.Helper()
	follow(t, "table.mjs", url)
}

// FollowReplay replays games at the address of a companion in whose store game 2 was imported, and in game 3 a tower was built apart and
// taken away, and red got three points by agreement, all events five seconds apart. The test is skipped as with FollowFilm.
func FollowReplay(t *testing.T, url string) {
	t.Helper()
	follow(t, "replay.mjs", url)
}

// Outcome is how a game on film ends: points by colour, and the pieces that stand then.
type Outcome struct {
	Points map[string]int `json:"points"`
	Towers int            `json:"towers"`
	Walls  int            `json:"walls"`
}

// FollowPhone makes a Chromium whose camera shows a film the phone of the companion at this address, and follows the game through it to
// its end. The film is MJPEG of 30 frames a second with its last picture held for half a minute or more. The test is skipped as with
// FollowFilm.
func FollowPhone(t *testing.T, url, film string, ends Outcome) {
	t.Helper()
	outcome, err := json.Marshal(ends)
	require.NoError(t, err)
	follow(t, "phone.mjs", url, film, string(outcome))
}

// FollowSetup goes through the wizard of the companion at this address, whose camera shows four tags, and a tower from the second turn
// on. The test is skipped as with FollowFilm.
func FollowSetup(t *testing.T, url string) {
	t.Helper()
	follow(t, "setup.mjs", url)
}

// FollowLens measures the lens on the page of the companion at this address, before whose camera a page of tags is held in all the ways
// that the guide asks for. The test is skipped as with FollowFilm.
func FollowLens(t *testing.T, url string) {
	t.Helper()
	follow(t, "lens.mjs", url)
}

// follow runs a script of the folder e2e with a page's address, a folder for screenshots, and what else it takes.
func follow(t *testing.T, script, url string, more ...string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no Node")
	}
	browser := chromium()
	if browser == "" {
		t.Skip("there is no Chromium")
	}
	_, here, _, _ := runtime.Caller(0)
	dashboard := filepath.Join(filepath.Dir(here), "..", "dashboard")
	if _, err := os.Stat(filepath.Join(dashboard, "node_modules", "playwright-core")); err != nil {
		t.Skip("playwright-core is not installed; 'npm ci' in web/dashboard")
	}
	if !answers(t, url) {
		t.Skip("the dashboard is not built; 'npm run build' in web/dashboard")
	}

	folder := os.Getenv("SCREENSHOTS")
	if folder == "" {
		folder = t.TempDir()
	}
	command := exec.CommandContext(t.Context(), node, append([]string{filepath.Join("e2e", script), url, folder}, more...)...)
	command.Dir = dashboard
	command.Env = append(os.Environ(), "CHROMIUM="+browser)
	said, err := command.CombinedOutput()
	require.NoError(t, err, string(said))
}

func answers(t *testing.T, url string) bool {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	require.NoError(t, err)
	response, err := http.DefaultClient.Do(request)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	return response.StatusCode == http.StatusOK
}

func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

package web

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/calibration/pieces"
	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/doctor"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/web/phone"
	"github.com/castellan-companion/castellan/web/setup"
	"github.com/castellan-companion/castellan/web/webtest"
)

// stillCamera shows one picture until tower is set, and then another, as often as a slow camera does.
type stillCamera struct {
	bare, withTower []byte
	tower           func() bool
}

func (c *stillCamera) Watch(ctx context.Context, see func(reading.Observation)) error {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for frame := 0; ; frame++ {
		shown := c.bare
		if c.tower() {
			shown = c.withTower
		}
		see(reading.Observation{Frame: frame, Size: [2]int{1280, 720}, JPEG: shown, Quiet: true})
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// deskEye knows the lens of the pictures.
type deskEye struct {
	camera calibration.Camera
	set    atomic.Pointer[calibration.Set]
	used   atomic.Pointer[calibration.Camera] // nil until one was measured
}

func (e *deskEye) Camera() *calibration.Camera { return &e.camera }
func (e *deskEye) Set() calibration.Set        { return *e.set.Load() }

func (e *deskEye) UseSet(_ context.Context, set calibration.Set) error {
	e.set.Store(&set)
	return nil
}

func (e *deskEye) UseCamera(_ context.Context, camera calibration.Camera) error {
	e.used.Store(&camera)
	return nil
}

// twoCameras are one that works and one that does not.
type twoCameras struct {
	picture []byte
	used    atomic.Value // the last size asked for
}

func (*twoCameras) List() ([]Source, error) {
	return []Source{
		{ID: "desk", Name: "Desk camera", Formats: []Format{{[2]int{1280, 720}, 30}, {[2]int{1920, 1080}, 15}}},
		{ID: "broken", Name: "Broken camera", Problem: "It is in use by another program."},
	}, nil
}

func (c *twoCameras) Use(_ context.Context, id string, size [2]int) error {
	if id == "broken" {
		return errors.New("no picture comes from there")
	}
	c.used.Store(size)
	return nil
}

func (c *twoCameras) Connect(_ context.Context, address *url.URL) error {
	if address.Host != "192.168.1.20:554" {
		return errors.New("no picture comes from there")
	}
	c.used.Store([2]int{})
	return nil
}

func (c *twoCameras) Picture(_ context.Context, id string) ([]byte, error) {
	if id == "broken" {
		return nil, errors.New("no picture comes from there")
	}
	return c.picture, nil
}

// secondLook measures a set, though not at the first look.
type secondLook struct{ looks atomic.Int32 }

func (m *secondLook) LearnSet(pieces.Pictures, *calibration.Camera) (pieces.Learned, error) {
	return pieces.Learned{}, pieces.ErrManyPieces
}

func (m *secondLook) MeasureSet([]byte, *calibration.Camera) (learned pieces.Learned, err error) {
	if m.looks.Add(1) == 1 {
		return learned, pieces.ErrNoCourtyard
	}
	learned.Set = calibration.DefaultSet().Sized(0.75).Rounded()
	learned.Set.Name, learned.Set.Rough = "", true
	learned.Pieces = []pieces.Piece{{Kind: pieces.Tower, Outline: [][2]float64{{600, 300}, {640, 300}, {640, 340}}}}
	return learned, nil
}

// serveSetup serves a table that is still to be set up.
func serveSetup(t *testing.T) (string, *setup.Desk, *twoCameras) {
	t.Helper()
	still := filepath.Join("..", "vision", "testdata", "stills", "tilt_04")
	bare, err := os.ReadFile(still + ".jpg")
	require.NoError(t, err)
	img, err := jpeg.Decode(bytes.NewReader(bare))
	require.NoError(t, err)
	tower := image.NewRGBA(img.Bounds())
	draw.Draw(tower, tower.Rect, img, image.Point{}, draw.Src)
	draw.Draw(tower, image.Rect(300, 330, 345, 400), image.NewUniform(color.Gray{200}), image.Point{}, draw.Src)
	var withTower bytes.Buffer
	require.NoError(t, jpeg.Encode(&withTower, tower, nil))

	eye := &deskEye{}
	eye.camera, err = calibration.LoadCamera(still + ".json")
	require.NoError(t, err)
	usual := calibration.DefaultSet()
	eye.set.Store(&usual)
	var table atomic.Pointer[companion.Table]
	camera := &stillCamera{bare: bare, withTower: withTower.Bytes(), tower: func() bool {
		at := table.Load()
		return at != nil && at.State().Turn.Number > 1
	}}
	opened, store := openTable(t, companion.Source{ID: "desk", Name: "Desk camera", Eye: camera})
	table.Store(opened)

	tags, err := apriltag.NewDetector()
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, tags.Close()) })
	folder := t.TempDir()
	memory, err := setup.OpenMemory(folder)
	require.NoError(t, err)
	desk := &setup.Desk{
		Pictures: opened, Eye: eye, Tags: tags, Measurer: &secondLook{}, Shelf: calibration.Shelf{Folder: filepath.Join(folder, "sets")}, Memory: memory,
	}
	cameras := &twoCameras{picture: bare}
	examine := func(context.Context) []doctor.Finding {
		return []doctor.Finding{
			{Name: "disk", State: doctor.Fine, Text: "There is room."},
			{Name: "cameras", State: doctor.Warning, Text: "There are many cameras.", Fix: "Use fewer."},
		}
	}
	return serve(t, Options{Table: opened, Record: store, Sources: cameras, Setup: desk, Doctor: examine}), desk, cameras
}

func TestWizardLeadsToTheFirstGame(t *testing.T) {
	url, desk, cameras := serveSetup(t)
	webtest.FollowSetup(t, url)
	chosen := desk.Memory.Choices()
	assert.True(t, chosen.Done)
	assert.Equal(t, "Castellan, slim towers", chosen.Set)
	assert.ElementsMatch(t, wizardSteps, chosen.Steps)
	assert.Equal(t, [2]int{1920, 1080}, cameras.used.Load())
}

func TestSetupRequests(t *testing.T) {
	url, _, _ := serveSetup(t)
	own := `{"name":"mine","pitch_mm":40,"short":1,"long":2,"tower_diameter_mm":20,"tower_height_mm":30,"wall_thickness_mm":9,` +
		`"wall_height_mm":20,"keep_mm":13,"keep_height_mm":23}`
	tests := []struct {
		name, method, path, body string
		status                   int
		code                     string // of the error
	}{
		{"a step", "POST", "setup", `{"step":"tags"}`, 200, ""},
		{"no such step", "POST", "setup", `{"step":"dance"}`, 400, "step"},
		{"nonsense", "POST", "setup", `{"step":`, 400, "json"},
		{"own set", "POST", "setup/sets", own, 200, ""},
		{"own set again", "POST", "setup/sets/current", `{"name":"mine"}`, 200, ""},
		{"a set without measures", "POST", "setup/sets", `{"name":"none"}`, 409, "set"},
		{"no such set", "POST", "setup/sets/current", `{"name":"hers"}`, 404, "no_set"},
		{"a tower before the bare table", "GET", "setup/tower", "", 409, "no_bare"},
		{"the bare table", "POST", "setup/bare", "", 204, ""},
		{"no tower yet", "GET", "setup/tower", "", 200, ""},
		{"the lens", "POST", "setup/lens", "", 204, ""},
		{"the lens's guide", "GET", "setup/lens", "", 200, ""},
		{"a look", "GET", "setup/look", "", 200, ""},
		{"paper of no known size", "GET", "tags.pdf?paper=a0", "", 400, "paper"},
		{"health", "GET", "health", "", 200, ""},
		{"a camera", "POST", "sources/current", `{"id":"desk"}`, 200, ""},
		{"a camera's other size", "POST", "sources/current", `{"id":"desk","size":[1920,1080]}`, 200, ""},
		{"a size that it does not have", "POST", "sources/current", `{"id":"desk","size":[3,3]}`, 409, "no_size"},
		{"a camera that does not work", "POST", "sources/current", `{"id":"broken"}`, 409, "source"},
		{"a camera of the network", "POST", "sources", `{"address":" rtsp://ada:secret@192.168.1.20:554/live "}`, 200, ""},
		{"one that is not there", "POST", "sources", `{"address":"http://192.168.1.21/"}`, 409, "source"},
		{"no address", "POST", "sources", `{"address":"castle"}`, 400, "address_scheme"},
		{"a file's address", "POST", "sources", `{"address":"file://localhost/etc/passwd"}`, 400, "address_scheme"},
		{"any file", "POST", "sources/current", `{"id":"/etc/passwd"}`, 404, "no_source"},
		{"a picture of any file", "GET", "sources/picture?id=/etc/passwd", "", 404, "no_source"},
		{"a picture of what does not work", "GET", "sources/picture?id=broken", "", 409, "source"},
		{"a picture of a camera", "GET", "sources/picture?id=desk", "", 200, ""},
	}
	for _, test := range tests {
		status, answer := ask(t, test.method, url+"/api/v1/"+test.path, test.body)
		assert.Equal(t, test.status, status, "%s: %v", test.name, answer)
		if test.code != "" {
			assert.Equal(t, test.code, answer["error"].(map[string]any)["code"], test.name)
		}
	}
	_, chosen := ask(t, "GET", url+"/api/v1/setup", "")
	assert.Equal(t, map[string]any{"done": false, "steps": []any{"tags"}, "source": "", "set": "mine"}, chosen)
	_, sets := ask(t, "GET", url+"/api/v1/setup/sets", "")
	assert.Equal(t, "mine", sets["current"])
	assert.Len(t, sets["sets"], 1+len(calibration.Presets()))
}

// Whom --lan lets in must not make the companion open addresses, nor read the password of one.
func TestAddressesAreSetOnTheOwnMachineOnly(t *testing.T) {
	table, store := openTable(t, companion.Source{})
	memory, err := setup.OpenMemory(t.TempDir())
	require.NoError(t, err)
	address := "rtsp://ada:secret@192.168.1.20/live"
	require.NoError(t, memory.Change(func(c *setup.Choices) { c.Source, c.Address = address, address }))
	server := New(Options{Table: table, Record: store, Sources: &twoCameras{}, Setup: &setup.Desk{Memory: memory}, LAN: true})
	ask := func(method, path, body string) *httptest.ResponseRecorder {
		request := httptest.NewRequestWithContext(t.Context(), method, "http://192.168.1.7"+path, strings.NewReader(body))
		request.RemoteAddr = "192.168.1.30:4000"
		answer := httptest.NewRecorder()
		server.ServeHTTP(answer, request)
		return answer
	}
	answer := ask("POST", "/api/v1/sources", `{"address":"rtsp://192.168.1.20:554/live"}`)
	assert.Equal(t, http.StatusForbidden, answer.Code)
	assert.Contains(t, answer.Body.String(), "not_here")
	chosen := ask("GET", "/api/v1/setup", "").Body.String()
	assert.Contains(t, chosen, "192.168.1.20/live")
	assert.NotContains(t, chosen, "secret")
}

func TestNothingToSetUp(t *testing.T) {
	url, _ := serveTable(t, companion.Source{})
	status, choices := ask(t, "GET", url+"/api/v1/setup", "")
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, true, choices["done"], "nobody is led to a wizard that can do nothing")
	for _, path := range []string{"setup/look", "setup/sets", "setup/tower"} {
		status, answer := ask(t, "GET", url+"/api/v1/"+path, "")
		assert.Equal(t, http.StatusNotFound, status, path)
		assert.Equal(t, "setup", answer["error"].(map[string]any)["code"], path)
	}
}

type invitation []string

func (i invitation) Addresses() []string { return i }

func TestOtherMachinesAreInvited(t *testing.T) {
	table, store := openTable(t, companion.Source{})
	alone := serve(t, Options{Table: table, Record: store})
	for _, path := range []string{"join", "join/code.svg"} {
		status, answer := ask(t, "GET", alone+"/api/v1/"+path, "")
		assert.Equal(t, http.StatusNotFound, status, path)
		assert.Equal(t, "lan", answer["error"].(map[string]any)["code"], path)
	}

	reachable, err := phone.Addresses(t.Context())
	require.NoError(t, err)
	if len(reachable) == 0 {
		t.Skip("this machine is in no network")
	}
	open := serve(t, Options{Table: table, Record: store, LAN: true})
	_, port, err := net.SplitHostPort(strings.TrimPrefix(open, "http://"))
	require.NoError(t, err)
	status, answer := ask(t, "GET", open+"/api/v1/join", "")
	assert.Equal(t, http.StatusOK, status)
	assert.Len(t, answer["addresses"], len(reachable))
	assert.Equal(t, "http://"+net.JoinHostPort(reachable[0].String(), port)+"/", answer["addresses"].([]any)[0])
	response := get(t, open+"/api/v1/join/code.svg")
	require.NoError(t, response.Body.Close())
	assert.Equal(t, "image/svg+xml", response.Header.Get("Content-Type"))
}

func TestPhoneIsInvited(t *testing.T) {
	table, store := openTable(t, companion.Source{})
	address := "https://192.168.1.7:8443/phone#KEY"
	url := serve(t, Options{Table: table, Record: store, Phone: invitation{address}})
	status, answer := ask(t, "GET", url+"/api/v1/phone", "")
	assert.Equal(t, http.StatusOK, status)
	assert.Equal(t, []any{address}, answer["addresses"])
	response := get(t, url+"/api/v1/phone/code.svg")
	drawing, err := io.ReadAll(response.Body)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	assert.Equal(t, "image/svg+xml", response.Header.Get("Content-Type"))
	assert.True(t, strings.HasPrefix(string(drawing), "<svg "))

	none := serve(t, Options{Table: table, Record: store, Phone: invitation{}})
	for _, path := range []string{"phone", "phone/code.svg"} {
		status, answer := ask(t, "GET", none+"/api/v1/"+path, "")
		assert.Equal(t, http.StatusNotFound, status, path)
		assert.Equal(t, "phone", answer["error"].(map[string]any)["code"], path)
	}
}

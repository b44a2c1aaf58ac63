package synth

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/scene"
)

// Film is a game as a camera sees it: a hand brings every piece of a castle, and the keep of every courtyard that is closed.
type Film struct {
	scene   *Scene
	rng     *rand.Rand
	pieces  []instance // of the castle and its keeps, where they stand at first
	rest    []instance // of the table
	lampsTo float64    // how brightly the lamps shine in another light, as a multiple,
	skyTo   float64    // and the sky
	drift   float64    // by how much the exposure comes and goes, as a share
	period  float64    // and in how many frames
	frames  []filmFrame
	truth   FilmTruth
}

// filmFrame is what one frame shows.
type filmFrame struct {
	stands []int     // pieces, by their index
	hand   *filmHand // nil without one
	seed   uint32    // of its noise
	state  filmState
}

// filmState is in what state the table is.
type filmState struct {
	moved  motion  // of the castle
	camera int     // by its index among the truth's
	lit    float64 // how far the light is on its way to another one, from 0 to 1
}

// filmHand is a hand: the place of its finger tips, which hold a piece, or of the middle of one that lies flat on the castle.
type filmHand struct {
	at   vec
	flat bool
}

// kindTurnEnd is the kind of a FilmEvent beside those that a reading has.
const kindTurnEnd = "turn_end"

// FilmTruth is a castellan-video/1 record.
type FilmTruth struct {
	Schema  string       `json:"schema"`
	Video   string       `json:"video"`
	FPS     int          `json:"fps"`
	Size    [2]int       `json:"size"`
	Set     Set          `json:"set"`
	Cameras []filmCamera `json:"cameras"`
	Tags    []TagTruth   `json:"tags"`
	States  []FilmState  `json:"states"`
	Events  []FilmEvent  `json:"events"`
}

type filmCamera struct {
	FromFrame int `json:"from_frame"`
	Camera
}

// FilmState is what a film shows from a frame to another one.
type FilmState struct {
	FromFrame int            `json:"from_frame"`
	ToFrame   int            `json:"to_frame"`
	Quiet     bool           `json:"quiet"`
	Lattice   *LatticeTruth  `json:"lattice"`
	Castle    CastleTruth    `json:"castle"`
	Score     map[string]int `json:"score"`
}

// FilmEvent is something that happens in a film: At is a node, a wall or a place on the table (mm).
type FilmEvent struct {
	Frame  int    `json:"frame"`
	Turn   int    `json:"turn"`
	Player string `json:"player"`
	Kind   string `json:"kind"`
	Piece  string `json:"piece,omitempty"`
	At     any    `json:"at,omitempty"`
	On     *bool  `json:"on,omitempty"`
}

// RandomFilm draws a game. All randomness comes from rng.
func RandomFilm(rng *rand.Rand, k Knobs) *Film {
	k.Negative, k.Trial, k.HandResting, k.HandOver, k.Unclaimed, k.Tags = 0, 0, 0, 0, 0, 1
	f := &Film{scene: RandomScene(rng, k), rng: rng, lampsTo: 1, skyTo: 1, period: 1}
	for _, in := range f.scene.world.instances {
		if in.role == roleCastle || in.role == roleKeep {
			f.pieces = append(f.pieces, in)
		} else {
			f.rest = append(f.rest, in)
		}
	}
	truth := f.scene.Truth()
	f.truth = FilmTruth{
		Schema: scene.FilmSchema, FPS: 10, Size: truth.Size, Set: truth.Set, Cameras: []filmCamera{{0, truth.Camera}}, Tags: truth.Tags,
	}
	f.play(truth.Lattice)
	return f
}

// game is a castle while it is built before the camera.
type game struct {
	*Film
	first struct { // where the castle is at first
		origin vec
		angle  float64
		keeps  []KeepTruth
	}
	now     filmState
	lattice *LatticeTruth
	grown   *growth // what stands
	trial   []castellan.Node
	keeps   []int // keeps that stand, by their index in the scene
	stands  []int // pieces that stand
	turn    int
}

// between is how long nothing moves between two turns, in frames.
const between = 9

// play builds the castle turn by turn.
func (f *Film) play(lattice *LatticeTruth) {
	const (
		begin = 10 // frames
		begun = 8  // pieces that stand before anything happens beside building
	)
	g := &game{Film: f, lattice: lattice, grown: newGrowth(2)}
	g.first.origin, g.first.angle, g.first.keeps = f.scene.origin, f.scene.angle, slices.Clone(f.scene.keeps)
	var plan []func()
	if happens(f.rng, f.scene.knobs.Incidents) {
		plan = g.incidents()
		other := func() float64 { return math.Exp(Range{0.15, 0.6}.draw(f.rng) * float64(1-2*f.rng.IntN(2))) }
		f.lampsTo, f.skyTo = other(), other()
		f.drift, f.period = Range{0, 0.12}.draw(f.rng), Range{80, 300}.draw(f.rng)
	}
	g.still(begin)
	for g.turn = 1; ; g.turn++ {
		if len(plan) > 0 && g.grown.pieces() >= begun && g.rng.IntN(2) == 0 {
			plan[0]()
			plan = plan[1:]
		}
		built := g.turn == 1
		if built {
			g.putTower(f.scene.castle.towers[0])
		}
		for n := 2 + f.rng.IntN(3); n > 0; n-- {
			built = g.build() || built
			if len(g.trial) > 0 { // it stands for a while
				break
			}
		}
		if !built {
			break
		}
		g.happens(FilmEvent{Kind: kindTurnEnd})
		g.still(between)
	}
}

// player is whose turn it is.
func (g *game) player() string { return g.scene.palette.names[g.turn%len(g.scene.palette.names)] }

func (g *game) happens(e FilmEvent) {
	e.Frame, e.Turn = len(g.frames), g.turn
	if e.Player == "" {
		e.Player = g.player()
	}
	g.truth.Events = append(g.truth.Events, e)
}

// build places one more piece: a trial is built in, an open end gets its tower, or a tower another wall. It says whether there was any.
func (g *game) build() bool {
	const tries = 8 // one in so many towers at the end of a single wall is tried before it is built in
	castle := g.scene.castle
	for _, n := range g.grown.openEnds() {
		if !castle.isTower[n] {
			continue
		}
		if slices.Contains(g.trial, n) {
			g.takeUp(n)
			g.putTower(n)
			return true
		}
		if g.grown.ends[n] == 1 && g.rng.IntN(tries) == 0 {
			g.try(n)
			return true
		}
		g.putTower(n)
		return true
	}
	next := g.nextWalls()
	if len(next) == 0 {
		return false
	}
	g.putWall(next[g.rng.IntN(len(next))])
	return true
}

// nextWalls are the walls that can be built next.
func (g *game) nextWalls() []castellan.Wall {
	var next []castellan.Wall
	for _, w := range g.scene.castle.walls {
		if !slices.Contains(g.stands, g.pieceOf(wallLabel(w))) && (g.grown.isTower[w.From] || g.grown.isTower[w.To]) {
			next = append(next, w)
		}
	}
	return next
}

func (g *game) putTower(n castellan.Node) {
	g.bring(g.scene.node(n), g.pieceOf(towerLabel(n)))
	g.happens(FilmEvent{Kind: reading.KindPlace, Piece: "tower", At: n})
	g.grown.addTower(n)
	g.set()
	g.claim()
}

func (g *game) putWall(w castellan.Wall) {
	if !g.grown.isTower[w.From] {
		w.From, w.To = w.To, w.From
	}
	g.bring(g.middle(w), g.pieceOf(wallLabel(w)))
	g.happens(FilmEvent{Kind: reading.KindPlace, Piece: nameOf(w), At: w.Ordered()})
	step, length := span(w)
	g.grown.addWall(w.From, step, length)
	g.set()
	g.claim()
}

// middle is the middle of a wall's foot.
func (g *game) middle(w castellan.Wall) vec {
	return g.scene.node(w.From).lerp(g.scene.node(w.To), 0.5)
}

// nameOf is what a wall's piece is called.
func nameOf(w castellan.Wall) string {
	if _, length := span(w); length > 1 {
		return "long"
	}
	return "short"
}

// try puts a tower on trial.
func (g *game) try(n castellan.Node) {
	in := g.pieces[g.pieceOf(towerLabel(n))]
	in.turn, in.label = rotZ(math.Pi/4).times(in.turn), trialLabel(n)
	away := rotZ(-g.now.moved.turn).apply(g.scene.awayFrom(g.grown.walls, n))
	in.at = in.at.add(away.scale(1 + 2*g.rng.Float64()))
	g.pieces = append(g.pieces, in)
	g.bring(g.now.moved.of(in.at), len(g.pieces)-1)
	g.trial = append(g.trial, n)
	g.onTrial(n, true)
}

// takeUp takes up a tower on trial.
func (g *game) takeUp(n castellan.Node) {
	g.hand(g.scene.node(n))
	at := g.pieceOf(trialLabel(n))
	g.takeAway(at)
	g.pieces[at].label = "" // it may be tried once more
	g.trial = slices.DeleteFunc(g.trial, func(t castellan.Node) bool { return t == n })
	g.onTrial(n, false)
}

// onTrial shows that a tower is on trial, or no longer.
func (g *game) onTrial(n castellan.Node, on bool) {
	g.happens(FilmEvent{Kind: reading.KindTrial, Piece: "tower", At: n, On: &on})
	g.set()
}

// claim puts a keep into every courtyard that has none.
func (g *game) claim() {
	s := g.scene
	for _, area := range g.grown.courtyards() {
		inside := func(k int) bool {
			at := s.coords(s.keeps[k].AtMM)
			return slices.Contains(area, castellan.Node{I: int(math.Floor(at[0])), J: int(math.Floor(at[1]))})
		}
		if slices.ContainsFunc(g.keeps, inside) {
			continue
		}
		for k, keep := range s.keeps {
			if !inside(k) {
				continue
			}
			g.hand(vec{keep.AtMM[0], keep.AtMM[1], s.design.KeepHeightMM})
			for i := range g.pieces {
				if g.pieces[i].label == keepLabel(k) {
					g.stands = append(g.stands, i)
				}
			}
			g.keeps = append(g.keeps, k)
			for range keep.Count {
				g.happens(FilmEvent{Kind: reading.KindKeep, Piece: "keep", Player: keep.Color, At: keep.AtMM})
			}
			g.set()
			break
		}
	}
}

// pieceOf is the piece with a label, by its index.
func (g *game) pieceOf(label string) int {
	return slices.IndexFunc(g.pieces, func(in instance) bool { return in.label == label })
}

// bring brings a piece.
func (g *game) bring(at vec, piece int) {
	g.hand(at.add(vec{0, 0, 2 * g.scene.design.TowerHeightMM}))
	g.hand(at.add(vec{0, 0, g.scene.design.TowerHeightMM}))
	g.stands = append(g.stands, piece)
}

// takeAway takes a piece away.
func (g *game) takeAway(piece int) {
	g.stands = slices.DeleteFunc(g.stands, func(k int) bool { return k == piece })
}

// hand shows a frame with a hand that has its finger tips somewhere, and what stood before.
func (g *game) hand(at vec) { g.show(&filmHand{at: at}) }

// set shows a frame with a hand above the last piece, which stands.
func (g *game) set() {
	at := g.now.moved.of(g.pieces[g.stands[len(g.stands)-1]].at)
	at.Z = 1.3 * g.scene.design.TowerHeightMM
	g.hand(at)
}

// still shows some frames in which nothing moves.
func (g *game) still(frames int) {
	for range frames {
		g.show(nil)
	}
}

// show adds a frame, with a hand or none.
func (g *game) show(hand *filmHand) {
	n, quiet := len(g.frames), hand == nil
	g.frames = append(g.frames, filmFrame{slices.Clone(g.stands), hand, g.rng.Uint32(), g.now})
	if last := len(g.truth.States) - 1; last >= 0 {
		if l := &g.truth.States[last]; l.Quiet == quiet && l.Lattice == g.lattice && slices.Equal(g.frames[n-1].stands, g.stands) {
			l.ToFrame = n
			return
		}
	}
	var keeps []KeepTruth
	for _, k := range g.keeps {
		keeps = append(keeps, g.scene.keeps[k])
	}
	castle := castleTruth(g.grown.towers, g.grown.walls, keeps, g.trial)
	g.truth.States = append(g.truth.States, FilmState{
		FromFrame: n, ToFrame: n, Quiet: quiet, Lattice: g.lattice, Castle: castle, Score: g.score(&castle),
	})
}

// score is what a castle counts for all colours in play.
func (g *game) score(c *CastleTruth) map[string]int {
	castle := reading.Castle{Towers: c.Towers, Walls: c.Walls}
	for _, k := range c.Keeps {
		castle.Keeps = append(castle.Keeps, reading.Keep{Color: k.Color, At: g.scene.coords(k.AtMM), Count: k.Count})
	}
	scores := castle.Scores()
	for _, name := range g.scene.palette.names {
		scores[name] += 0
	}
	return scores
}

// Write renders the film on the given number of goroutines and stores it as DIR/NAME.avi with its truth in DIR/NAME.json.
func (f *Film) Write(dir, name string, workers int) error {
	f.truth.Video = name + ".avi"
	w, h := f.truth.Size[0], f.truth.Size[1]
	path := filepath.Join(dir, f.truth.Video)
	video, err := gocv.VideoWriterFile(path, "MJPG", float64(f.truth.FPS), w, h, true)
	if err != nil {
		return fmt.Errorf("store the film: %w", err)
	}
	defer video.Close()
	if !video.IsOpened() {
		return fmt.Errorf("store the film: %s cannot be written; is its folder there?", path)
	}
	reaching, from := randomHand(f.rng, true), rotZ(f.rng.Float64()*2*math.Pi)
	flat := randomHand(f.rng, false)
	first := f.scene.world
	var light []vec
	exposure := 0.0
	for i := range f.frames {
		now := &f.frames[i]
		if i == 0 || now.hand != nil || f.frames[i-1].hand != nil || now.state != f.frames[i-1].state {
			f.shine(&first, now.state.lit)
			f.arrange(now, &reaching, &flat, from)
			light = f.scene.expose(workers)
		}
		if i == 0 { // and for good, as people are told to fix it
			exposure = f.scene.optics.exposure(light)
		}
		drifted := exposure * (1 + f.drift*math.Sin(2*math.Pi*float64(i)/f.period))
		if err := write(video, f.scene.optics.develop(slices.Clone(light), drifted, w, h, now.seed, workers)); err != nil {
			return err
		}
	}
	return storeTruth(dir, name, f.truth)
}

// arrange puts on the table what a frame shows, and the camera where it is. The hands' arm comes from one side.
func (f *Film) arrange(now *filmFrame, reaching, flat *hand, from mat) {
	f.scene.camera = f.truth.Cameras[now.state.camera].Camera
	w := &f.scene.world
	w.instances = slices.Clone(f.rest)
	for _, k := range now.stands {
		in, moved := f.pieces[k], now.state.moved
		in.at, in.turn = moved.of(in.at), rotZ(moved.turn).times(in.turn)
		w.instances = append(w.instances, in)
	}
	if now.hand != nil {
		of, middle := reaching, vec{reaching.pinch.X, reaching.pinch.Y, 0}
		if now.hand.flat {
			of, middle = flat, vec{palmMM, 0, -f.scene.design.TowerHeightMM}
		}
		at := now.hand.at.sub(from.apply(middle))
		w.instances = append(w.instances, instance{mesh: of.mesh, mats: of.mats, turn: from, at: at, role: roleHand})
	}
	w.finish()
}

// palmMM is how far the middle of a hand is from its wrist.
const palmMM = 60

func write(video *gocv.VideoWriter, picture image.Image) error {
	m, err := gocv.ImageToMatRGB(picture)
	if err != nil {
		return fmt.Errorf("store a frame: %w", err)
	}
	defer m.Close()
	return video.Write(m)
}

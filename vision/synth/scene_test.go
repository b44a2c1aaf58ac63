package synth

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func small(k Knobs) Knobs {
	k.Width, k.Height = 160, 90
	return k
}

func sceneOf(seed uint64, k Knobs) *Scene { return RandomScene(rand.New(rand.NewPCG(seed, 0)), k) }

func TestSameSeedSamePicture(t *testing.T) {
	for _, preset := range []string{"wild", "cluttered"} {
		k, err := Preset(preset)
		require.NoError(t, err)
		k = small(k)
		one := sceneOf(3, k)
		picture := one.Render(1)
		assert.Equal(t, picture.Pix, sceneOf(3, k).Render(3).Pix, "%s: the number of workers shows", preset)
		assert.Equal(t, one.Truth(), sceneOf(3, k).Truth(), preset)
		assert.NotEqual(t, picture.Pix, sceneOf(4, k).Render(1).Pix, "%s: the seed does not show", preset)
	}
}

// TestTruthMeetsThePicture asks the renderer what it sees where the truth says that pieces are.
func TestTruthMeetsThePicture(t *testing.T) {
	k := small(Wild())
	k.HandOver, k.HandResting, k.Clutter, k.Negative, k.Trial = 0, 0, Count{}, 0, 1
	towers, walls, trials := 0, 0, 0
	for seed := range uint64(40) {
		s := sceneOf(seed, k)
		truth := s.Truth()
		for _, n := range truth.Castle.Towers {
			top := s.node(n).add(s.bend.at(s.node(n)))
			// The middle of a hollow tower's floor may hide behind its rim, but not behind another tower.
			u, v, ok := truth.Camera.Project(top.X, top.Y, truth.Set.TowerHeightMM)
			require.True(t, ok)
			require.True(t, u > 0 && v > 0 && u < float64(k.Width) && v < float64(k.Height), "seed %d: tower outside the picture", seed)
			if s.design.floorDrop+s.design.merlonH < 4 && s.design.top != topHollow && math.Abs(truth.Camera.R[2][2]) > 0.85 {
				assert.Equal(t, fmt.Sprintf("tower %d,%d", n.I, n.J), s.PieceAt(u, v), "seed %d", seed)
				towers++
			}
		}
		for _, trial := range truth.Castle.Trial {
			n := trial.Tower
			top := s.node(n).add(s.bend.at(s.node(n)))
			u, v, _ := truth.Camera.Project(top.X, top.Y, truth.Set.TowerHeightMM*0.9)
			if math.Abs(truth.Camera.R[2][2]) > 0.9 {
				assert.Equal(t, fmt.Sprintf("trial %d,%d", n.I, n.J), s.PieceAt(u, v), "seed %d", seed)
				trials++
			}
		}
		for _, w := range truth.Castle.Walls {
			mid := s.node(w.From).add(s.node(w.To)).scale(0.5)
			mid = mid.add(s.bend.at(mid))
			u, v, _ := truth.Camera.Project(mid.X, mid.Y, truth.Set.WallHeightMM)
			if math.Abs(truth.Camera.R[2][2]) > 0.97 {
				assert.Equal(t, wallLabel(w), s.PieceAt(u, v), "seed %d", seed)
				walls++
			}
		}
	}
	assert.Greater(t, towers, 100)
	assert.Greater(t, walls, 50)
	assert.Greater(t, trials, 3)
}

// A turned tower's slots do not take the walls that end at it, whether that is one or two about a corner: it stands some way off.
func TestTrialsGiveWayToWalls(t *testing.T) {
	off, of := map[int]float64{}, map[int]int{} // by how many walls end there: off from each of them, mm, and how often
	for seed := range uint64(40) {
		s := sceneOf(seed, small(Turned()))
		for _, p := range s.world.instances {
			var n castellan.Node
			if _, err := fmt.Sscanf(p.label, "trial %d,%d", &n.I, &n.J); err != nil || s.awayFrom(s.castle.walls, n) == (vec{}) {
				continue
			}
			for _, w := range s.castle.walls {
				if w.From == n {
					w = castellan.Wall{From: w.To, To: n}
				}
				if ends := s.castle.ends[n]; w.To == n && ends < 3 {
					off[ends] += p.at.sub(s.node(n)).sub(s.bend.at(s.node(n))).dot(s.node(n).sub(s.node(w.From)).norm())
					of[ends]++
				}
			}
		}
	}
	for ends, least := range map[int]float64{1: 1.6, 2: 1} {
		require.Greater(t, of[ends], 20)
		assert.Greater(t, off[ends]/float64(of[ends]), least, "towers at which %d walls end", ends)
	}
}

func TestTagsAreWhereTheTruthSays(t *testing.T) {
	k := Easy()
	k.Width, k.Height = 480, 270
	s := sceneOf(5, k)
	picture := s.Render(1)
	truth := s.Truth()
	require.NotEmpty(t, truth.Tags)
	for _, tag := range truth.Tags {
		white := tagCells(tag.ID)
		light := [2][]float64{}
		for row := range 8 {
			for col := range 8 {
				p := vec{(float64(col) + 0.5 - 4) * tag.SizeMM / 8, (4 - float64(row) - 0.5) * tag.SizeMM / 8, 0}
				p = rotZ(radians(tag.AngleDeg)).apply(p)
				u, v, ok := truth.Camera.Project(tag.CenterMM[0]+p.X, tag.CenterMM[1]+p.Y, tagHeightMM)
				require.True(t, ok)
				c := picture.RGBAAt(int(math.Round(u)), int(math.Round(v)))
				side := 0
				if white[row][col] {
					side = 1
				}
				light[side] = append(light[side], float64(c.G))
			}
		}
		mean := func(a []float64) (m float64) {
			for _, x := range a {
				m += x / float64(len(a))
			}
			return m
		}
		assert.Greater(t, mean(light[1]), mean(light[0])+50, "tag %d", tag.ID)
	}
}

func TestCameraUndoesItsProjection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Scene{knobs: small(Wild()), design: design{Set: knownSets[0]}}
		s.placeCamera(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		c := s.camera
		u := rapid.Float64Range(0, 159).Draw(t, "u")
		v := rapid.Float64Range(0, 89).Draw(t, "v")
		d, ok := c.towards(u, v)
		if !ok {
			t.Fatalf("the lens model fails at (%v,%v)", u, v)
		}
		p := c.eye().add(d.scale(300))
		gotU, gotV, ok := c.Project(p.X, p.Y, p.Z)
		if !ok || math.Hypot(gotU-u, gotV-v) > 0.01 {
			t.Fatalf("(%v,%v) came back as (%v,%v)", u, v, gotU, gotV)
		}
	})
}

func TestLooseGreyPiecesKeepAway(t *testing.T) {
	k := small(Cluttered())
	k.HandOver, k.HandResting, k.Clutter = 0, 0, Count{} // a hand may hold a piece over the castle
	for seed := range uint64(20) {
		s := sceneOf(seed, k)
		for i := range s.world.instances {
			loose := &s.world.instances[i]
			if !s.isLoosePiece(loose) {
				continue
			}
			for _, n := range s.castle.towers {
				assert.Greater(t, loose.at.sub(s.node(n)).len(), looseClearance, "seed %d", seed)
			}
		}
	}
}

func TestHandsHideWhatTheyCover(t *testing.T) {
	k := small(Cluttered())
	k.HandOver = 1
	listed := 0
	for seed := range uint64(5) {
		s := sceneOf(seed, k)
		for _, id := range s.Truth().Occluded {
			listed++
			assert.True(t, id == "keep" || s.castle.has(id), "seed %d: %s is no piece of the castle", seed, id)
		}
	}
	assert.Greater(t, listed, 2)
}

func (g *growth) has(id string) bool {
	for _, n := range g.towers {
		if id == fmt.Sprintf("tower %d,%d", n.I, n.J) {
			return true
		}
	}
	for _, w := range g.walls {
		if id == wallLabel(w) {
			return true
		}
	}
	return false
}

// TestCastlesAreLegal judges grown castles by the words of the rules, not by the bookkeeping they grew with.
func TestCastlesAreLegal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		sets := rapid.IntRange(1, 2).Draw(t, "sets")
		pieces := rapid.IntRange(1, 176).Draw(t, "pieces")
		temper := style{
			compact: rapid.Float64Range(0, 1).Draw(t, "compact"), long: rapid.Float64Range(0, 1).Draw(t, "long"),
			open: rapid.Float64Range(0, 0.5).Draw(t, "open"),
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		g := grow(rng, pieces, sets, temper)
		g.gaps(rng, rapid.Float64Range(0, 1).Draw(t, "gaps"))
		for _, fault := range faults(g.towers, g.walls, sets) {
			t.Error(fault)
		}
	})
}

// Walls are left out between towers that other walls hold, and none of those that hold the castle together.
func TestGapsLeaveOutWallsThatAreNotNeeded(t *testing.T) {
	without := 0
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		g := grow(rng, 60, 1, style{compact: 1, long: 0.2})
		towers, walls, ends := len(g.towers), len(g.walls), maps.Clone(g.ends)
		g.gaps(rng, 1)
		assert.Len(t, g.towers, towers)
		assert.True(t, g.linked(), "seed %d", seed)
		for n, before := range ends {
			assert.GreaterOrEqual(t, g.ends[n], min(1, before), "seed %d: the only wall that ends at %v", seed, n)
		}
		without += walls - len(g.walls)
		for k, w := range slices.Backward(slices.Clone(g.walls)) { // each of those that are left is needed
			if left := len(g.walls); g.isTower[w.From] && g.isTower[w.To] && g.ends[w.From] > 1 && g.ends[w.To] > 1 {
				g.leaveOut(k)
				assert.Len(t, g.walls, left, "seed %d: %v", seed, w)
			}
		}
	}
	assert.Greater(t, without, 100)
}

// faults draws the castle on a grid of half pitches: a tower takes its node, a wall the points strictly between its
// ends. Nothing may be taken twice, and a free wall end must be free.
func faults(towers []castellan.Node, walls []castellan.Wall, sets int) (out []string) {
	taken := map[[2]int]string{}
	take := func(p [2]int, what string) {
		if other, ok := taken[p]; ok {
			out = append(out, fmt.Sprintf("%s meets %s", what, other))
		}
		taken[p] = what
	}
	tower := map[castellan.Node]bool{}
	for _, n := range towers {
		take([2]int{2 * n.I, 2 * n.J}, "tower")
		tower[n] = true
	}
	long := 0
	joined := map[castellan.Node][]castellan.Node{}
	for _, w := range walls {
		di, dj := w.To.I-w.From.I, w.To.J-w.From.J
		length := abs(di) + abs(dj)
		if di != 0 && dj != 0 || length < 1 || length > 2 {
			out = append(out, fmt.Sprintf("%v is no wall", w))
			continue
		}
		if length == 2 {
			long++
		}
		for k := 1; k < 2*length; k++ {
			take([2]int{2*w.From.I + k*di*2/length/2, 2*w.From.J + k*dj*2/length/2}, fmt.Sprint("wall ", w))
		}
		if !tower[w.From] && !tower[w.To] {
			out = append(out, fmt.Sprintf("%v is linked to no tower", w))
		}
		joined[w.From] = append(joined[w.From], w.To)
		joined[w.To] = append(joined[w.To], w.From)
	}
	for _, w := range walls {
		for _, n := range []castellan.Node{w.From, w.To} {
			if what, ok := taken[[2]int{2 * n.I, 2 * n.J}]; ok && what != "tower" {
				out = append(out, fmt.Sprintf("no tower fits at the end %v of %v", n, w))
			}
		}
	}
	reached := map[castellan.Node]bool{towers[0]: true}
	for queue := towers[:1:1]; len(queue) > 0; queue = queue[1:] {
		for _, n := range joined[queue[0]] {
			if tower[n] && !reached[n] {
				reached[n] = true
				queue = append(queue, n)
			}
		}
	}
	if len(reached) != len(towers) {
		out = append(out, fmt.Sprintf("only %d of %d towers hold together", len(reached), len(towers)))
	}
	if len(towers) > sets*setTowers || long > sets*setLong || len(walls)-long > sets*setShort {
		out = append(out, "the supply is exceeded")
	}
	return out
}

func TestKeepsStandInCourtyards(t *testing.T) {
	square := newGrowth(1)
	for _, n := range []castellan.Node{{}, {I: 2}, {J: 1}, {I: 2, J: 1}} {
		square.addTower(n)
	}
	square.addWall(castellan.Node{}, castellan.Node{I: 1}, 2)
	square.addWall(castellan.Node{}, castellan.Node{J: 1}, 1)
	square.addWall(castellan.Node{J: 1}, castellan.Node{I: 1}, 2)
	assert.Empty(t, square.courtyards(), "three walls enclose nothing")
	square.addWall(castellan.Node{I: 2, J: 1}, castellan.Node{J: -1}, 1)
	assert.Equal(t, [][]castellan.Node{{{}, {I: 1}}}, square.courtyards())
}

func TestPresetsHaveNames(t *testing.T) {
	names := []string{
		"begun", "cloths", "cluttered", "easy", "hands", "hard", "home", "homeabove", "homehands", "homestacks", "homestark", "hometurned", "keeps", "open", "pieces", "played", "slanted", "stacks", "stark", "tilted", "turned", "usual", "wild",
	}
	assert.Equal(t, names, PresetNames())
	for _, name := range names {
		_, err := Preset(name)
		require.NoError(t, err)
	}
	usual, err := Preset("usual")
	require.NoError(t, err)
	assert.Equal(t, Usual(), usual)
	_, err = Preset("tame")
	assert.ErrorContains(t, err, "use one of "+strings.Join(names, ", "))
}

package synth

import (
	"math"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
	"github.com/castellan-companion/castellan/vision/scene"
)

// Truth is a castellan-scene/1 record without the score.
type Truth struct {
	Schema   string        `json:"schema"`
	Image    string        `json:"image"`
	Group    string        `json:"group"`
	Size     [2]int        `json:"size"`
	Camera   Camera        `json:"camera"`
	Tags     []TagTruth    `json:"tags"`
	Set      Set           `json:"set"`
	Lattice  *LatticeTruth `json:"lattice"` // nil when there is no castle
	Castle   CastleTruth   `json:"castle"`
	Occluded []string      `json:"occluded"`
	Apart    []PieceTruth  `json:"apart,omitempty"` // pieces of a line-up
}

// PieceTruth is a piece that stands apart from others: the middle of its foot on the table and, of walls, the direction of their length.
type PieceTruth struct {
	Kind     string     `json:"kind"` // tower, short, long or keep
	Color    string     `json:"color,omitempty"`
	AtMM     [2]float64 `json:"at_mm"`
	AngleDeg float64    `json:"angle_deg"`
}

// TagTruth is one AprilTag on the table; CornersPx run bottom left, bottom right, top right, top left as printed.
type TagTruth struct {
	Family    string        `json:"family"`
	ID        int           `json:"id"`
	SizeMM    float64       `json:"size_mm"`
	CenterMM  [2]float64    `json:"center_mm"`
	AngleDeg  float64       `json:"angle_deg"`
	CornersPx [4][2]float64 `json:"corners_px"`
}

// LatticeTruth places node (i,j) at OriginMM + pitch * Rot(AngleDeg) * (i,j).
type LatticeTruth struct {
	OriginMM [2]float64 `json:"origin_mm"`
	AngleDeg float64    `json:"angle_deg"`
}

// CastleTruth is the castle as it stands; its lists are never nil.
type CastleTruth struct {
	Towers []castellan.Node `json:"towers"`
	Walls  []castellan.Wall `json:"walls"`
	Keeps  []KeepTruth      `json:"keeps"`
	Trial  []TrialTruth     `json:"trial"`
}

// KeepTruth is a keep at a place on the table (mm); Count is 2 for a double keep.
type KeepTruth struct {
	Color string     `json:"color"`
	AtMM  [2]float64 `json:"at_mm"`
	Count int        `json:"count"`
}

// TrialTruth is a tower standing turned by 45 degrees at a node.
type TrialTruth struct {
	Tower castellan.Node `json:"tower"`
}

// Truth tells what is in the picture. Image and Group are left to whoever stores it.
func (s *Scene) Truth() Truth {
	t := Truth{
		Schema: scene.StillSchema, Size: [2]int{s.knobs.Width, s.knobs.Height}, Camera: s.camera, Set: s.design.Set,
		Tags:     append([]TagTruth{}, s.tags...),
		Occluded: s.occluded(), Apart: s.apart,
		Castle: castleTruth(nil, nil, s.keeps, nil),
	}
	if s.castle == nil {
		return t
	}
	t.Lattice = s.latticeTruth()
	t.Castle = castleTruth(s.castle.towers, s.castle.walls, s.keeps, s.trial)
	return t
}

func (s *Scene) latticeTruth() *LatticeTruth {
	return &LatticeTruth{OriginMM: [2]float64{s.origin.X, s.origin.Y}, AngleDeg: s.angle * 180 / math.Pi}
}

// castleTruth is a castle of these pieces.
func castleTruth(towers []castellan.Node, walls []castellan.Wall, keeps []KeepTruth, trial []castellan.Node) CastleTruth {
	c := CastleTruth{
		Towers: append([]castellan.Node{}, towers...), Walls: []castellan.Wall{}, Keeps: append([]KeepTruth{}, keeps...), Trial: []TrialTruth{},
	}
	slices.SortFunc(c.Towers, castellan.CompareNodes)
	for _, w := range walls {
		c.Walls = append(c.Walls, w.Ordered())
	}
	slices.SortFunc(c.Walls, castellan.CompareWalls)
	for _, n := range trial {
		c.Trial = append(c.Trial, TrialTruth{n})
	}
	return c
}

// occluded lists the pieces of which hands hide more than 60 % of what the camera would see of them.
func (s *Scene) occluded() []string {
	out := []string{}
	if !slices.ContainsFunc(s.world.instances, func(in instance) bool { return in.role == roleHand }) {
		return out
	}
	seen, hidden, id := map[string]int{}, map[string]int{}, map[string]string{}
	eye := s.camera.eye()
	step := max(1, s.knobs.Width/640)
	for y := 0; y < s.knobs.Height; y += step {
		for x := 0; x < s.knobs.Width; x += step {
			d, _ := s.camera.towards(float64(x), float64(y))
			c := s.world.trace(eye, d, roleHand, true)
			if c.key < 0 || s.world.instances[c.key].label == "" {
				continue
			}
			in := &s.world.instances[c.key]
			label := in.label
			id[label] = in.id()
			seen[label]++
			if front := s.world.trace(eye, d, roleHand, false); front.key >= 0 && s.world.instances[front.key].role == roleHand {
				hidden[label]++
			}
		}
	}
	for label, n := range seen {
		if float64(hidden[label]) > 0.6*float64(n) {
			out = append(out, id[label])
		}
	}
	slices.Sort(out)
	return out
}

// PieceAt names what the camera sees at a pixel: "tower i,j", "wall i,j-i,j", "trial i,j", "keep", or "" for anything
// else.
func (s *Scene) PieceAt(u, v float64) string {
	d, ok := s.camera.towards(u, v)
	if !ok {
		return ""
	}
	c := s.world.trace(s.camera.eye(), d, roleHand, false)
	if c.key < 0 {
		return ""
	}
	return s.world.instances[c.key].id()
}

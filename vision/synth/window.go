package synth

import "math/rand/v2"

// Narrow leaves of the scene's picture only a window of so many pixels, about a tower of its castle or, where it has none, anywhere. To learn
// from, windows of many scenes tell more than whole pictures of the few that can be rendered in the same time.
func (s *Scene) Narrow(rng *rand.Rand, width, height int) {
	k := &s.knobs
	width, height = min(width, k.Width), min(height, k.Height)
	u, v := rng.Float64()*float64(k.Width), rng.Float64()*float64(k.Height)
	if s.castle != nil && len(s.castle.towers) > 0 {
		at := s.node(s.castle.towers[rng.IntN(len(s.castle.towers))])
		if x, y, ok := s.camera.Project(at.X, at.Y, 0); ok {
			u, v = x+(rng.Float64()-0.5)*float64(width)/2, y+(rng.Float64()-0.5)*float64(height)/2
		}
	}
	left := min(max(0, int(u)-width/2), k.Width-width)
	top := min(max(0, int(v)-height/2), k.Height-height)
	k.Width, k.Height = width, height
	s.camera.K[0][2] -= float64(left)
	s.camera.K[1][2] -= float64(top)
	for i := range s.tags {
		for c := range s.tags[i].CornersPx {
			s.tags[i].CornersPx[c][0] -= float64(left)
			s.tags[i].CornersPx[c][1] -= float64(top)
		}
	}
}

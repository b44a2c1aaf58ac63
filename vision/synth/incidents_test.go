package synth

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/castellan-companion/castellan/vision/reading"
)

// onAny says whether a place on the table is within the bounds of anything.
func onAny(things []instance, at vec) bool {
	return slices.ContainsFunc(things, func(in instance) bool {
		b := in.bounds()
		return at.X > b.lo.X && at.X < b.hi.X && at.Y > b.lo.Y && at.Y < b.hi.Y
	})
}

// The truth of a film with incidents fits what its frames show: pieces on the nodes of the lattice as it lies then, clear of what else is
// on the table and seen by the camera of the frame.
func TestIncidentsAreTold(t *testing.T) {
	kinds := map[string]int{}
	for seed := range uint64(20) {
		k := small(Easy())
		k.Pieces, k.Incidents = Count{20, 34}, 1
		f := RandomFilm(rand.New(rand.NewPCG(seed, 0)), k)
		want, got := f.scene.Truth().Castle, f.truth.States[len(f.truth.States)-1].Castle
		assert.ElementsMatch(t, want.Towers, got.Towers)
		assert.ElementsMatch(t, want.Walls, got.Walls)
		assert.ElementsMatch(t, want.Keeps, got.Keeps)
		for _, s := range f.truth.States {
			f.arrange(&f.frames[s.FromFrame], &hand{mesh: f.pieces[0].mesh}, &hand{mesh: f.pieces[0].mesh}, identity())
			f.scene.origin = vec{s.Lattice.OriginMM[0], s.Lattice.OriginMM[1], 0}
			f.scene.angle = radians(s.Lattice.AngleDeg)
			labels := map[string]vec{}
			for _, in := range f.scene.world.instances {
				labels[in.label] = in.at
				u, v, ok := f.scene.camera.Project(in.at.X, in.at.Y, in.at.Z)
				if in.role == roleCastle {
					assert.True(t, ok && u > 0 && v > 0 && u < float64(k.Width) && v < float64(k.Height), "%s, seed %d: in the picture", in.label, seed)
					assert.False(t, s.Quiet && onAny(f.rest, in.at), "%s, seed %d: on something else", in.label, seed)
				}
			}
			for _, n := range s.Castle.Towers {
				assert.Less(t, labels[towerLabel(n)].sub(f.scene.node(n)).len(), 3.0, "seed %d, frame %d: tower on its node", seed, s.FromFrame)
			}
			for _, w := range s.Castle.Walls {
				assert.Contains(t, labels, wallLabel(w))
			}
		}
		for _, e := range f.truth.Events {
			kinds[e.Kind]++
			before, now := f.frames[e.Frame-1].state, f.frames[e.Frame].state
			assert.Equal(t, e.Kind == reading.KindSlide, before.moved != now.moved, e.Kind)
			assert.Equal(t, e.Kind == reading.KindBump, before.camera != now.camera, e.Kind)
			assert.Equal(t, e.Kind == reading.KindLight, before.lit != now.lit, e.Kind)
		}
		assert.Len(t, f.truth.Cameras, 1+f.frames[len(f.frames)-1].state.camera)
	}
	for _, kind := range []string{reading.KindRemove, reading.KindSlide, reading.KindLight, reading.KindBump} {
		assert.Greater(t, kinds[kind], 4, kind)
	}
}

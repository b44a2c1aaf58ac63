package setup

import (
	"context"
	"errors"
	"image"
	"math"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/companion"
)

// What TryTower finds.
const (
	Nothing = "nothing" // the table is as bare as it was
	Hand    = "hand"    // much of the picture is another: a hand, or the camera was moved
	Tower   = "tower"   // something of a tower's size stands there
	Larger  = "larger"  // what stands there is too large for a tower of the piece set
	Smaller = "smaller" // too small
)

// Trial is what came onto the bare table.
type Trial struct {
	Size    [2]int       `json:"size"`
	Found   string       `json:"found"`
	Outline [][2]float64 `json:"outline"` // where the tower's top should be seen, in pixels; empty where there is no tower
}

// Errors of TryTower and LearnSet, for people.
var (
	ErrNoBare = companion.WithCode(errors.New("the companion has not seen the empty table yet; clear it and say so first"), "no_bare")
	ErrNoView = companion.WithCode(errors.New("the tags do not tell where the camera is; lay them flat on the table, and uncover them"), "no_view")
)

// table is the table with nothing on it but the tags.
type table struct {
	picture image.Image
	small   *small
	view    *calibration.View
}

// KeepBare remembers the newest picture as that of the table with nothing on it but the tags.
func (d *Desk) KeepBare(ctx context.Context) error {
	_, img, err := d.picture(ctx, 0)
	if err != nil {
		return err
	}
	tags, err := d.Tags.Detect(apriltag.Gray(img))
	if err != nil {
		return err
	}
	view, _ := d.place(img.Bounds().Size(), tags)
	if view == nil {
		return ErrNoView
	}
	d.bare.Store(&table{picture: img, small: shrink(img), view: view})
	d.mu.Lock()
	d.looks = nil
	d.mu.Unlock()
	return nil
}

// TryTower tells whether a tower was put onto the bare table. It goes by the view and the measures of the piece set: a tower that is
// found where it is proves both.
func (d *Desk) TryTower(ctx context.Context) (Trial, error) {
	_, img, err := d.picture(ctx, 0)
	if err != nil {
		return Trial{}, err
	}
	bare := d.bare.Load()
	if bare == nil || bare.picture.Bounds() != img.Bounds() {
		return Trial{}, ErrNoBare
	}
	size := img.Bounds().Size()
	trial := Trial{Size: [2]int{size.X, size.Y}}
	trial.Found, trial.Outline = judge(difference(bare.small, shrink(img)), bare.view, d.Eye.Set())
	return trial, nil
}

// Bounds of judge.
const (
	handShare   = 0.08 // of the picture: no piece is so large
	least, most = 0.35, 3.5
	covered     = 0.55 // share of a tower's silhouette that must have changed
	searchMM    = 24   // how far a shadow may pull the middle of what changed away from the tower
	searchStep  = 3
)

// judge tells what the largest thing that changed is, and where a tower's top should be seen if it is one.
func judge(c *changed, view *calibration.View, set calibration.Set) (found string, outline [][2]float64) {
	switch {
	case c.largest == nil:
		return Nothing, [][2]float64{}
	case float64(c.count) > handShare*float64(len(c.mask)):
		return Hand, [][2]float64{}
	}
	at, ok := view.OnPlane(c.pixel(c.middle(c.largest)), set.TowerHeightMM/2)
	if !ok {
		return Nothing, [][2]float64{} // beyond the table
	}
	sights := sightsAround(c, view, set, at)
	best, bestHits, area := at, -1, 0
	for dx := -searchMM; dx <= searchMM; dx += searchStep {
		for dy := -searchMM; dy <= searchMM; dy += searchStep {
			foot := [2]float64{at[0] + float64(dx), at[1] + float64(dy)}
			if hits, pixels := covers(sights, foot, set.TowerDiameterMM/2); hits > bestHits {
				best, bestHits, area = foot, hits, pixels
			}
		}
	}
	switch size := float64(len(c.largest)) / float64(max(1, area)); {
	case size > most:
		return Larger, [][2]float64{}
	case size < least || float64(bestHits) < covered*float64(area):
		return Smaller, [][2]float64{}
	}
	return Tower, circle(view, best, set.TowerDiameterMM/2, set.TowerHeightMM)
}

// levels are how many heights of a tower, from foot to top, its silhouette is put together from.
const levels = 5

// sight is a pixel of the mask: whether it changed, and which point of the table's plane, and of the planes above it, it shows.
type sight struct {
	changed bool
	on      [levels][2]float64
}

// sightsAround are those in which a tower could be seen that stands not farther from a place than the search goes.
func sightsAround(c *changed, view *calibration.View, set calibration.Set, at [2]float64) []sight {
	reach := searchMM + set.TowerDiameterMM
	rows, columns := [2]int{c.height, 0}, [2]int{c.width, 0}
	for _, z := range [2]float64{0, set.TowerHeightMM} {
		for _, p := range circle(view, at, reach*math.Sqrt2, z) {
			x, y := int(p[0])/c.scale, int(p[1])/c.scale
			columns = [2]int{min(columns[0], x), max(columns[1], x)}
			rows = [2]int{min(rows[0], y), max(rows[1], y)}
		}
	}
	var all []sight
	for y := max(0, rows[0]); y <= min(c.height-1, rows[1]); y++ {
	pixels:
		for x := max(0, columns[0]); x <= min(c.width-1, columns[1]); x++ {
			s := sight{changed: c.mask[y*c.width+x]}
			for k := range s.on {
				p, ok := view.OnPlane(c.pixel([2]float64{float64(x), float64(y)}), set.TowerHeightMM*float64(k)/(levels-1))
				if !ok {
					continue pixels
				}
				s.on[k] = p
			}
			all = append(all, s)
		}
	}
	return all
}

// covers counts the sights that show a tower standing at foot, and those of them that changed.
func covers(sights []sight, foot [2]float64, radius float64) (hits, pixels int) {
	for k := range sights {
		for _, p := range sights[k].on {
			dx, dy := p[0]-foot[0], p[1]-foot[1]
			if dx*dx+dy*dy > radius*radius {
				continue
			}
			pixels++
			if sights[k].changed {
				hits++
			}
			break
		}
	}
	return hits, pixels
}

// circle is a level circle over the table as it is seen.
func circle(view *calibration.View, middle [2]float64, radius, z float64) [][2]float64 {
	const corners = 24
	var points [][2]float64
	for k := range corners {
		s, c := math.Sincos(2 * math.Pi * float64(k) / corners)
		points = append(points, view.Pixel([3]float64{middle[0] + c*radius, middle[1] + s*radius, z}))
	}
	return points
}

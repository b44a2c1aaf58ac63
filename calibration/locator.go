package calibration

import (
	"math"
	"slices"
)

// LocatorOptions say what a Locator knows beforehand. The zero value knows nothing.
type LocatorOptions struct {
	Camera    *Camera   // nil where the lens is not known
	TagSizeMM float64   // edge of a tag's black square; 0 is DefaultTagSizeMM
	Layout    TagLayout // where tags lie, from an earlier Locator; its frame is kept
}

// Locator finds the camera from one set of tags after the other, and remembers where the tags lie. So any of them that can be seen is
// enough, all views have one table frame, a tag that was pushed is noticed and left out, and one that stays where it was pushed to
// serves again. It is not safe for concurrent use.
type Locator struct {
	options LocatorOptions
	layout  TagLayout
	last    []TagDetection // that the last view rests on, where they were seen
	astray  map[int]stray
}

// stray is a tag that does not lie where it is known to lie.
type stray struct {
	place TagPlace
	times int // that it was seen there in a row; 0 where it is no square, as it is covered in part
}

// NewLocator makes a locator.
func NewLocator(o LocatorOptions) *Locator {
	return &Locator{options: o, layout: slices.Clone(o.Layout), astray: map[int]stray{}}
}

// Layout is where the tags lie, as far as they were seen; nil before the first view.
func (l *Locator) Layout() TagLayout { return slices.Clone(l.layout) }

const (
	// settledTimes is how often a pushed tag must be seen in its new place before it is believed to lie there.
	settledTimes = 3
	// settledMM is how near to each other these places must be.
	settledMM = 4.0
	// heldPx is how far the corners of a tag may seem to move (root of the mean square, pixels) where neither it nor the camera moved.
	heldPx = 1.0
	// movedPx is how far they must move for the tag to have moved, or the camera. What lies between is left to the solver.
	movedPx = 3.0
)

// Locate finds the camera that took a picture of width x height pixels in which these tags were found. The errors are ErrNoTags,
// ErrTagsDisagree, and that the camera was calibrated for other proportions (Camera.Scaled).
func (l *Locator) Locate(width, height int, tags []TagDetection) (View, Quality, error) {
	trusted := l.trusted(tags)
	view, layout, quality, err := l.solve(width, height, trusted, l.layout)
	if err == nil && len(trusted) < len(tags) {
		// A camera that turned a little about some tags moves only the others in the picture: then all fit where they are known to lie.
		v, p, q, whole := l.solve(width, height, tags, l.layout)
		if whole == nil && len(q.Used) == len(tags) && q.RMSPx < max(quality.RMSPx, heldPx/2) {
			view, layout, quality = v, p, q
		}
	}
	if err != nil {
		return View{}, Quality{}, err
	}
	for _, tag := range tags {
		if !slices.Contains(quality.Used, tag.ID) && !slices.Contains(quality.LeftOut, tag.ID) {
			quality.LeftOut = append(quality.LeftOut, tag.ID)
		}
	}
	slices.Sort(quality.LeftOut)
	for _, place := range layout {
		if _, known := l.layout.find(place.ID); !known && slices.Contains(quality.Used, place.ID) {
			l.layout = append(l.layout, place)
		}
	}
	l.last = slices.DeleteFunc(slices.Clone(tags), func(t TagDetection) bool { return !slices.Contains(quality.Used, t.ID) })
	l.follow(&view, tags, quality.LeftOut)
	return view, quality, nil
}

func (l *Locator) solve(width, height int, tags []TagDetection, layout TagLayout) (View, TagLayout, Quality, error) {
	o := PoseOptions{TagSizeMM: l.options.TagSizeMM, Layout: layout}
	var view View
	var quality Quality
	var err error
	if l.options.Camera == nil {
		view.Camera, view.Pose, layout, quality, err = CameraFromTags(width, height, tags, o)
		return view, layout, quality, err
	}
	if view.Camera, err = l.options.Camera.Scaled(width, height); err != nil {
		return View{}, nil, Quality{}, err
	}
	view.Pose, layout, quality, err = PoseFromTags(view.Camera, tags, o)
	return view, layout, quality, err
}

// trusted leaves out the tags that were pushed under a camera that did not move. Tags that are seen where they were seen before, at
// least as many as moved, tell that it did not; else two tags of which one was pushed could not be told apart.
func (l *Locator) trusted(tags []TagDetection) []TagDetection {
	var trusted []TagDetection
	held, moved := 0, 0
	for _, tag := range tags {
		before := slices.IndexFunc(l.last, func(t TagDetection) bool { return t.ID == tag.ID })
		_, astray := l.astray[tag.ID]
		if before < 0 && astray {
			continue
		}
		if before >= 0 {
			switch apart := apartPx(&tag, &l.last[before]); {
			case apart < heldPx:
				held++
			case apart > movedPx:
				moved++
				continue
			}
		}
		trusted = append(trusted, tag)
	}
	if held == 0 || held < moved {
		return tags
	}
	return trusted
}

// apartPx is the distance between the corners of two sightings of a tag (root of the mean square, pixels).
func apartPx(a, b *TagDetection) float64 {
	sum := 0.0
	for i := range a.Corners {
		dx, dy := a.Corners[i][0]-b.Corners[i][0], a.Corners[i][1]-b.Corners[i][1]
		sum += dx*dx + dy*dy
	}
	return math.Sqrt(sum / 4)
}

// follow watches where the tags that were left out lie, and takes those that have settled into the layout.
func (l *Locator) follow(view *View, tags []TagDetection, leftOut []int) {
	before := l.astray
	l.astray = map[int]stray{}
	for _, tag := range tags {
		if !slices.Contains(leftOut, tag.ID) {
			continue
		}
		now := stray{times: 1}
		var flat bool
		if now.place, flat = placeOf(view, &tag, l.tagSizeMM()); !flat {
			l.astray[tag.ID] = stray{}
			continue
		}
		if known, ok := l.layout.find(tag.ID); ok && apartMM(&known, &now.place) < settledMM {
			continue // it is uncovered again, or was pushed back
		}
		if was := before[tag.ID]; was.times > 0 && apartMM(&was.place, &now.place) < settledMM {
			now.times += was.times
		}
		if now.times < settledTimes {
			l.astray[tag.ID] = now
			continue
		}
		l.layout = slices.DeleteFunc(l.layout, func(p TagPlace) bool { return p.ID == tag.ID })
		l.layout = append(l.layout, now.place)
	}
}

// apartMM is the distance between the middles of two places.
func apartMM(a, b *TagPlace) float64 {
	return math.Hypot(a.CenterMM[0]-b.CenterMM[0], a.CenterMM[1]-b.CenterMM[1])
}

func (l *Locator) tagSizeMM() float64 {
	if l.options.TagSizeMM == 0 {
		return DefaultTagSizeMM
	}
	return l.options.TagSizeMM
}

// A tag of which a corner lies further than this from where a whole tag would have it, as a share of its edge, is covered in part or
// does not lie flat.
const misshapen = 0.06

// placeOf is where a tag lies flat that is seen so; false where it is no square on the table.
func placeOf(view *View, tag *TagDetection, sizeMM float64) (place TagPlace, ok bool) {
	var corners [4][2]float64
	place = TagPlace{ID: tag.ID, SizeMM: sizeMM}
	for i, pixel := range tag.Corners {
		if corners[i], ok = view.OnPlane(pixel, DefaultTagFaceMM); !ok {
			return TagPlace{}, false
		}
		place.CenterMM[0] += corners[i][0] / 4
		place.CenterMM[1] += corners[i][1] / 4
	}
	alongX, alongY := corners[1][0]+corners[2][0]-corners[0][0]-corners[3][0], corners[1][1]+corners[2][1]-corners[0][1]-corners[3][1]
	place.AngleDeg = math.Atan2(alongY, alongX) * 180 / math.Pi
	for i, want := range place.Corners(DefaultTagFaceMM) {
		if math.Hypot(want[0]-corners[i][0], want[1]-corners[i][1]) > misshapen*sizeMM {
			return TagPlace{}, false
		}
	}
	return place, true
}

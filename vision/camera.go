package vision

import (
	"errors"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/compare"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

const (
	// bumpPx is how far the tags' corners move in the picture (median, pixels) when the camera is bumped; less is noise.
	bumpPx = 0.8
	// pushPx is how far those of a single tag move when it is pushed.
	pushPx = 3
	// untaggedPx is how far tags may be seen from where they were expected when the camera was found without them.
	untaggedPx = 20
	// printedTags is how many tags lie on a table of which all are in view.
	printedTags = 4
	// tagsEvery is how often tags are looked for where there were none, in seconds.
	tagsEvery = 0.5
)

// findCamera finds the camera's place if it is not known, and else checks it against the tags.
func (w *Watcher) findCamera(img gocv.Mat) error {
	gray, err := w.reader.grey(img)
	if err != nil {
		return err
	}
	var found []calibration.TagDetection
	if w.view != nil {
		// To see that nothing moved, it is enough to look where the tags were.
		if found, err = w.reader.detectNear(gray, w.tags); err != nil {
			return err
		}
	}
	still := w.still(found)
	if !still {
		if found, err = w.reader.tags.Detect(gray); err != nil {
			return err
		}
	}
	if len(found) > 0 {
		if w.printed, err = printOf(img, found); err != nil {
			return err
		}
	}
	if still && len(found) == len(w.tags)-w.missing && len(w.conditions.pushed) == 0 {
		return nil
	}
	w.hidden = w.view != nil && len(found) == 0
	if w.hidden {
		return nil
	}
	view, quality, err := w.locator.Locate(img.Cols(), img.Rows(), found)
	if err != nil {
		if !w.reader.tagsFail(err) {
			return err
		}
		if w.view == nil {
			w.conditions.lost, w.tags = true, found
		}
		w.hidden = w.view != nil
		return nil // the next picture may be better
	}
	trusted := slices.DeleteFunc(slices.Clone(found), func(t calibration.TagDetection) bool { return !slices.Contains(quality.Used, t.ID) })
	first := w.view == nil
	apart := movement(w.tags, trusted)
	// Where the camera was found without tags, they tell more exactly where it is.
	settled := w.untagged && apart < untaggedPx
	bumped := !first && apart >= bumpPx && !settled
	if bumped {
		w.emit(reading.Event{Kind: reading.KindBump})
		w.conditions.bumped = true
	}
	if bumped || first || settled || w.known == nil {
		w.view = &view
		w.lens = volume.NewLens(view)
		w.draw()
	}
	w.untagged = false
	w.conditions.lost, w.conditions.pushed, w.conditions.layout = false, quality.LeftOut, w.locator.Layout()
	w.missing = 0
	if !bumped && !first {
		for _, tag := range w.tags { // those that are covered now come back where they were
			if findTag(found, tag.ID) < 0 {
				found = append(found, tag)
				w.missing++
			}
		}
	}
	w.tags = found
	return nil
}

// still says whether the tags found near where they were before tell that neither they nor the camera moved.
func (w *Watcher) still(near []calibration.TagDetection) bool {
	if len(near) == 0 || len(near) < len(w.tags)-w.missing || movement(w.tags, near) >= bumpPx {
		return false
	}
	if w.known == nil && len(w.tags) < printedTags {
		return false // while the table is being laid, more may have come
	}
	for i := range near {
		if movement(w.tags, near[i:i+1]) >= pushPx {
			return false
		}
	}
	return true
}

// jolt is whether the camera was bumped, as its tags say.
type jolt int

const (
	joltNone   jolt = iota // it was not, or that cannot be told
	joltSeen               // it was, and no hand is in the way
	joltHidden             // it was, and a tag that was seen before is hidden now
)

// jolted says whether the picture shows the tags that were seen last elsewhere, or cannot show them any more.
func (w *Watcher) jolted(img gocv.Mat) (jolt, error) {
	const few = 2 // tags: one may have been pushed
	if w.view == nil || len(w.tags)-w.missing < few {
		return joltNone, nil
	}
	gray, err := w.reader.grey(img)
	if err != nil {
		return joltNone, err
	}
	found, err := w.reader.detect(gray)
	switch {
	case err != nil || len(found) < few || movement(w.tags, found) < bumpPx:
		return joltNone, err
	case len(w.tags)-len(found)-w.outside(found, img.Cols(), img.Rows()) <= w.missing:
		return joltSeen, nil
	}
	return joltHidden, nil
}

// outside is how many of the tags that were seen last and are not among those found the camera does not see whole any more in a picture of so many
// pixels across and down, moved as those found say.
func (w *Watcher) outside(found []calibration.TagDetection, width, height int) (n int) {
	const (
		most  = 0.75      // of the corners must agree on how it was moved
		white = 1.0 / 8.0 // of a tag's edge: what must be shown around it
	)
	var shifts []shift
	for _, was := range w.tags {
		if i := findTag(found, was.ID); i >= 0 {
			for k, from := range was.Corners {
				shifts = append(shifts, shift{from, found[i].Corners[k]})
			}
		}
	}
	now, agree := moved(w.view, shifts)
	if agree < most*float64(len(shifts)) {
		return 0
	}
	for _, was := range w.tags {
		if findTag(found, was.ID) >= 0 {
			continue
		}
		edge := white * math.Hypot(was.Corners[1][0]-was.Corners[0][0], was.Corners[1][1]-was.Corners[0][1])
		if slices.ContainsFunc(was.Corners[:], func(corner [2]float64) bool {
			mm, ok := w.view.OnPlane(corner, 0)
			px := now.Pixel([3]float64{mm[0], mm[1], 0})
			return !ok || px[0] < edge || px[1] < edge || px[0] > float64(width)-edge || px[1] > float64(height)-edge
		}) {
			n++
		}
	}
	return n
}

func findTag(tags []calibration.TagDetection, id int) int {
	return slices.IndexFunc(tags, func(t calibration.TagDetection) bool { return t.ID == id })
}

// movement is the median distance in pixels by which the corners of tags seen in both pictures moved. A single tag that was pushed
// does not count among four; 0 without common tags.
func movement(before, now []calibration.TagDetection) float64 {
	var d []float64
	for _, a := range before {
		for _, b := range now {
			if a.ID != b.ID {
				continue
			}
			for k := range a.Corners {
				d = append(d, math.Hypot(a.Corners[k][0]-b.Corners[k][0], a.Corners[k][1]-b.Corners[k][1]))
			}
		}
	}
	return compare.Median(d)
}

// grey is a colour picture without its colours, valid until the next call.
func (r *Reader) grey(img gocv.Mat) (*image.Gray, error) {
	if err := gocv.CvtColor(img, &r.gray, gocv.ColorBGRToGray); err != nil {
		return nil, err
	}
	pix, err := r.gray.DataPtrUint8()
	if err != nil {
		return nil, err
	}
	return &image.Gray{Pix: pix, Stride: r.gray.Cols(), Rect: image.Rect(0, 0, r.gray.Cols(), r.gray.Rows())}, nil
}

// detect looks for tags. Smaller ones are sought only where there are fewer large ones than are printed.
func (r *Reader) detect(gray *image.Gray) ([]calibration.TagDetection, error) {
	found, err := r.tags.DetectLarge(gray)
	if err != nil {
		return nil, err
	}
	ids := map[int]bool{} // one that lies about twice may be larger than the others
	for _, tag := range found {
		ids[tag.ID] = true
	}
	if len(ids) >= printedTags {
		return found, nil
	}
	return r.tags.Detect(gray)
}

// detectNear looks for tags about where they were before.
func (r *Reader) detectNear(gray *image.Gray, before []calibration.TagDetection) ([]calibration.TagDetection, error) {
	var found []calibration.TagDetection
	for _, tag := range before {
		lo, hi := tag.Corners[0], tag.Corners[0]
		for _, c := range tag.Corners {
			for k := range 2 {
				lo[k], hi[k] = min(lo[k], c[k]), max(hi[k], c[k])
			}
		}
		room := 0.6 * max(hi[0]-lo[0], hi[1]-lo[1]) // the white around it, and some more
		window := image.Rect(int(lo[0]-room), int(lo[1]-room), int(hi[0]+room), int(hi[1]+room)).Intersect(gray.Rect)
		part, ok := gray.SubImage(window).(*image.Gray)
		if !ok {
			continue
		}
		seen, err := r.tags.Detect(part)
		if err != nil {
			return nil, err
		}
		i := findTag(seen, tag.ID)
		if i < 0 {
			continue
		}
		for k := range seen[i].Corners {
			seen[i].Corners[k][0] += float64(window.Min.X)
			seen[i].Corners[k][1] += float64(window.Min.Y)
		}
		found = append(found, seen[i])
	}
	return found, nil
}

// place finds the camera's place from tags. The view is nil where the tags do not tell.
func (r *Reader) place(width, height int, found []calibration.TagDetection) (*calibration.View, error) {
	view, _, err := calibration.NewLocator(calibration.LocatorOptions{Camera: r.options.Camera, TagSizeMM: r.options.TagSizeMM}).
		Locate(width, height, found)
	if err != nil {
		if r.tagsFail(err) {
			return nil, nil //nolint:nilnil // no view is what they tell
		}
		return nil, err
	}
	return &view, nil
}

// tagsFail says whether it is the tags' fault that the camera was not found, and not that of its file.
func (r *Reader) tagsFail(err error) bool {
	return r.options.Camera == nil || errors.Is(err, calibration.ErrNoTags) || errors.Is(err, calibration.ErrTagsDisagree)
}

package vision

import (
	"errors"
	"image"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/volume"
)

// bumpPx is how far the tags' corners move in the picture (median, pixels) when the camera is bumped; less is noise.
const bumpPx = 0.8

// findCamera finds the camera's place if it is not known, and else checks it against the tags.
func (w *Watcher) findCamera(img gocv.Mat) error {
	gray, err := w.reader.grey(img)
	if err != nil {
		return err
	}
	if w.view != nil {
		// To see that nothing moved, it is enough to look where the tags were.
		found, all, err := w.reader.detectNear(gray, w.tags)
		if err != nil || all && movement(w.tags, found) < bumpPx {
			return err
		}
	}
	found, err := w.reader.tags.Detect(gray)
	if err != nil {
		return err
	}
	if w.view != nil && (len(found) == 0 || movement(w.tags, found) < bumpPx) {
		return nil
	}
	view, _, err := w.locator.Locate(img.Cols(), img.Rows(), found)
	if err != nil {
		if w.reader.tagsFail(err) {
			return nil // the next picture may be better
		}
		return err
	}
	if w.view != nil {
		w.emit(reading.Event{Kind: reading.KindBump})
	}
	w.view, w.tags = &view, found
	w.lens = volume.NewLens(view)
	return nil
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
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return d[len(d)/2]
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

// detectNear looks for tags where they were before. all says whether each was found about there.
func (r *Reader) detectNear(gray *image.Gray, before []calibration.TagDetection) (found []calibration.TagDetection, all bool, err error) {
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
			return found, false, nil
		}
		seen, err := r.tags.Detect(part)
		if err != nil {
			return nil, false, err
		}
		i := slices.IndexFunc(seen, func(t calibration.TagDetection) bool { return t.ID == tag.ID })
		if i < 0 {
			return found, false, nil
		}
		for k := range seen[i].Corners {
			seen[i].Corners[k][0] += float64(window.Min.X)
			seen[i].Corners[k][1] += float64(window.Min.Y)
		}
		found = append(found, seen[i])
	}
	return found, len(before) > 0, nil
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

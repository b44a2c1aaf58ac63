package watchful

import (
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/vision/reading"
)

// tagInView is a tag and where the picture should show it.
type tagInView struct {
	id      int
	corners [4][2]float64 // pixels
}

// findTags lists the tags that the picture should show: those that are known to lie on the table, else those that were found.
func (f *Frame) findTags() {
	tags := f.memory.tags[:0]
	if f.View == nil || len(f.Layout) == 0 {
		for _, tag := range f.Tags {
			tags = append(tags, tagInView{tag.ID, tag.Corners})
		}
		f.memory.tags = tags
		return
	}
	for _, place := range f.Layout {
		if slices.Contains(f.Pushed, place.ID) {
			continue
		}
		tag := tagInView{id: place.ID}
		for i, corner := range place.Corners(calibration.DefaultTagFaceMM) {
			tag.corners[i] = f.View.Pixel(corner)
		}
		tags = append(tags, tag)
	}
	f.memory.tags = tags
}

// inside tells whether the picture holds all of a tag.
func (f *Frame) inside(tag *tagInView) bool {
	w, h := f.size()
	for _, p := range tag.corners {
		if p[0] < 0 || p[1] < 0 || p[0] > w-1 || p[1] > h-1 {
			return false
		}
	}
	return true
}

// missingTags are the ids of known tags that should be in the picture but are covered, and of those that are outside of it.
func (f *Frame) missingTags() (covered, outside []int) {
	if f.View == nil {
		return nil, nil
	}
	for i := range f.memory.tags {
		tag := &f.memory.tags[i]
		if !f.inside(tag) {
			outside = append(outside, tag.id)
			continue
		}
		if e := f.edgesOf(&tag.corners); !e.visible() {
			covered = append(covered, tag.id)
		}
	}
	return covered, outside
}

// Lost is what there is to say where the tags that were found do not tell where the camera is.
func Lost(found []calibration.TagDetection) reading.Note {
	if len(found) == 0 {
		return reading.Note{Code: NoTags, Text: "No tag was found. Lay the four tags around the castle, flat and in full view."}
	}
	return reading.Note{Code: NoPose, Text: "The tags do not fit together. Lay them flat on the table, and uncover them."}
}

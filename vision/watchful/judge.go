package watchful

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"github.com/castellan-companion/castellan/vision/reading"
)

// Codes of the notes.
const (
	TooDark      = "too_dark"
	TooBright    = "too_bright"
	Glare        = "glare"
	Blurred      = "blurred"
	FocusHunting = "focus_hunting"
	TagsCovered  = "tags_covered"
	TagsOutside  = "tags_outside"
	TagPushed    = "tag_pushed"
	TagsSize     = "tags_size"
	CastleCutOff = "castle_cut_off"
	CastleApart  = "castle_apart"
	TooFar       = "too_far"
	TooSlanted   = "too_slanted"
	Bumped       = "bumped"
	// BumpedUntagged is what Bumped is where no tag could be seen.
	BumpedUntagged = "bumped_untagged"
	LightChanged   = "light_changed"
	NoTags         = "no_tags"
	NoPose         = "no_pose"
)

// Limits, found on rendered pictures of which nearly all can be read: none of them is beyond these.
const (
	darkLevel   = 70    // the brightest twentieth of the scene is darker
	brightLevel = 235   // half of the scene is brighter
	glareLevel  = 250   // white without any drawing
	glareShare  = 0.06  // of the scene
	softCells   = 0.6   // the width of a tag's edges, in its cells
	softPx      = 4.5   // and in pixels: less is what small tags look like
	edgePitches = 0.5   // the castle keeps this far from the picture's edge
	smallPitch  = 22.0  // pixels
	slantedDeg  = 58.0  // from straight down
	noteTagRim  = 1.375 // a tag with its white margin and some room, in its edges
)

// Judge says what keeps the eye from seeing well in a single picture, the worst first; never nil.
func Judge(f Frame) []reading.Note { return f.judge() }

func (f *Frame) judge() []reading.Note {
	f.findTags()
	f.measureSoftness()
	notes := []reading.Note{}
	add := func(code, text string, tags ...int) {
		notes = append(notes, reading.Note{Code: code, Text: text, Tags: tags})
	}
	dark := f.judgeLight(add)
	if soft := &f.memory.softness; soft.known && soft.cells > softCells && soft.px > softPx {
		add(Blurred, "The picture is blurred. Wipe the lens, and focus it on the table.")
	}
	if covered, outside := f.missingTags(); !dark {
		if len(covered) > 0 && !f.Hand {
			add(TagsCovered, fmt.Sprintf("%s covered. Uncover %s, or leave it if the others stay in view.", tagsAre(covered), them(covered)), covered...)
		}
		if len(outside) > 0 {
			add(TagsOutside, fmt.Sprintf("%s outside the picture. Turn the camera so that it sees all of them.", tagsAre(outside)), outside...)
		}
	}
	if len(f.Pushed) > 0 {
		add(TagPushed, fmt.Sprintf("%s pushed. Leave %s now: the companion goes by the others meanwhile.", tagsWere(f.Pushed), them(f.Pushed)),
			slices.Clone(f.Pushed)...)
	}
	if f.Misprinted {
		add(TagsSize, "The tags are not as large as they should be. The companion goes by the pieces; "+
			"print the tags anew for the next game, at 100 %, not fitted to the page.")
	}
	f.judgeView(add)
	return notes
}

// judgeLight tells whether it is too dark to see more.
func (f *Frame) judgeLight(add func(code, text string, tags ...int)) (dark bool) {
	count, total := f.levels(f.scene())
	level := func(share float64) int {
		sum := 0
		for l := range count {
			if sum += count[l]; float64(sum) >= share*float64(total) {
				return l
			}
		}
		return len(count) - 1
	}
	switch {
	case total == 0:
		return false
	case level(0.95) < darkLevel:
		add(TooDark, "It is too dark. Switch on a lamp, or move it nearer.")
		return true
	case level(0.5) > brightLevel:
		add(TooBright, "It is too bright. Dim the light, or lower the camera's exposure.")
	case !f.Hand && f.glareShare() > glareShare:
		add(Glare, "A light is mirrored in the table or the castle. Move the lamp, or draw the curtain.")
	}
	return false
}

// glareShare is how much of the scene is white without any drawing, tags left out.
func (f *Frame) glareShare() float64 {
	within := f.scene().Intersect(image.Rectangle{Max: f.Gray.Rect.Size()})
	tags := f.memory.rims[:0]
	for i := range f.memory.tags {
		tag := &f.memory.tags[i]
		lo, hi := bounds(tag.corners[:])
		rim := (noteTagRim - 1) / 2 * max(hi[0]-lo[0], hi[1]-lo[1])
		tags = append(tags, image.Rect(int(lo[0]-rim), int(lo[1]-rim), int(hi[0]+rim)+1, int(hi[1]+rim)+1))
	}
	f.memory.rims = tags
	white, total := 0, 0
	for y := within.Min.Y; y < within.Max.Y; y += sampleStep {
		for x := within.Min.X; x < within.Max.X; x += sampleStep {
			if slices.ContainsFunc(tags, func(r image.Rectangle) bool { return image.Pt(x, y).In(r) }) {
				continue
			}
			total++
			if f.Gray.Pix[y*f.Gray.Stride+x] >= glareLevel {
				white++
			}
		}
	}
	if total == 0 {
		return 0
	}
	return float64(white) / float64(total)
}

// judgeView looks at how the camera is placed.
func (f *Frame) judgeView(add func(code, text string, tags ...int)) {
	if f.View == nil {
		return
	}
	pitchPx := f.pitchPx()
	if len(f.Castle) > 0 {
		w, h := f.size()
		lo, hi := bounds(f.Castle)
		if room := min(lo[0], lo[1], w-1-hi[0], h-1-hi[1]); room < edgePitches*pitchPx {
			add(CastleCutOff, "The castle reaches the edge of the picture. Slide it towards the middle, or move the camera back.")
		}
	}
	if f.Apart && !f.Hand {
		add(CastleApart, "The castle is seen in parts. Take hands and things off what joins them.")
	}
	if pitchPx < smallPitch {
		add(TooFar, fmt.Sprintf("The pieces are too small in the picture: a short wall is %.0f pixels long, and it takes %.0f. "+
			"Move the camera nearer, or choose a larger picture size.", pitchPx, smallPitch))
	}
	if tilt := f.View.TiltDeg(); tilt > slantedDeg {
		add(TooSlanted, fmt.Sprintf("The camera looks at the table too flatly, %.0f degrees from straight down. Raise it.", tilt))
	}
}

// pitchPx is how long a pitch is in the picture: along the picture's right, in the middle of the scene.
func (f *Frame) pitchPx() float64 {
	scene := f.scene()
	middle := [2]float64{float64(scene.Min.X+scene.Max.X) / 2, float64(scene.Min.Y+scene.Max.Y) / 2}
	at, ok := f.View.OnPlane(middle, 0)
	if !ok {
		return math.Inf(1)
	}
	half := f.pitchMM() / 2
	right := [2]float64{f.View.R[0][0], f.View.R[0][1]} // the picture's right on the table
	length := math.Hypot(right[0], right[1])
	dx, dy := half*right[0]/length, half*right[1]/length
	a := f.View.Pixel([3]float64{at[0] - dx, at[1] - dy, 0})
	b := f.View.Pixel([3]float64{at[0] + dx, at[1] + dy, 0})
	return math.Hypot(b[0]-a[0], b[1]-a[1])
}

func tagsAre(ids []int) string { return named(ids, "is", "are") }

func tagsWere(ids []int) string { return named(ids, "was", "were") }

func named(ids []int, one, many string) string {
	if len(ids) == 1 {
		return fmt.Sprintf("Tag %d %s", ids[0], one)
	}
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = fmt.Sprint(id)
	}
	last := len(words) - 1
	return fmt.Sprintf("Tags %s and %s %s", strings.Join(words[:last], ", "), words[last], many)
}

func them(ids []int) string {
	if len(ids) == 1 {
		return "it"
	}
	return "them"
}

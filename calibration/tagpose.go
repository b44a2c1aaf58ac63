package calibration

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Measures of the tags that the companion prints.
const (
	DefaultTagSizeMM = 40.0 // edge of the black square
	DefaultTagFaceMM = 0.4  // the printed face lies this high: paper on card
)

// PoseOptions of PoseFromTags and CameraFromTags. The zero value is right for our own tags lying anywhere.
type PoseOptions struct {
	TagSizeMM float64 // edge of the black square; 0 is DefaultTagSizeMM
	TagFaceMM float64 // height of the printed face over the table; 0 is DefaultTagFaceMM
	// Layout holds the places of tags that are known from before. The pose is then given in its frame, a tag that was
	// moved since is left out, and a tag that it does not have is placed anew.
	Layout TagLayout
}

// Quality says how far a pose can be trusted. Errors are standard errors, estimated from how well the tags agree.
type Quality struct {
	RMSPx            float64 // distance between seen and expected corners, over the tags used
	Used             []int   // ids of the tags that the pose rests on
	LeftOut          []int   // ids of tags that do not fit the others: hidden in part, moved, not flat, misread
	HeightError      float64 // of the camera's height over the table, relative
	TiltErrorDeg     float64
	FocalLengthError float64 // relative; 0 when the lens was given
}

// Errors of PoseFromTags and CameraFromTags.
var (
	// ErrNoTags means that there is no tag to find the pose from.
	ErrNoTags = errors.New("no tag in the picture: lay the printed tags flat on the table where the camera sees them whole")
	// ErrTagsDisagree means that no pose explains the tags.
	ErrTagsDisagree = errors.New("the tags do not fit together: are they flat on the table, of one size, and not covered?")
)

// PoseFromTags finds where the camera hangs from tags that lie flat on the table, wherever they lie. The places of the tags
// are found together with the pose: origin of the table frame under the middle of the tags, x axis to the picture's
// right, y away from the camera, z up. One tag is enough, though four far apart give a far better pose. Tags that do not
// fit the others are left out and named in the quality.
//
// With a layout of tags known from before, the pose is in that layout's frame (PoseOptions).
func PoseFromTags(camera Camera, tags []TagDetection, o PoseOptions) (Pose, TagLayout, Quality, error) {
	f, err := solveTags(camera, false, tags, o)
	if err != nil {
		return Pose{}, nil, Quality{}, err
	}
	pose, layout := f.result()
	return pose, layout, f.quality(tags), nil
}

// CameraFromTags finds the lens along with the pose, for pictures of width x height pixels from an unknown camera. The
// lens has square pixels, its centre in the middle and one coefficient of distortion. Seen from straight above, focal
// length and height cannot be told apart; what the tags do not say is then taken from what lenses commonly are, and
// Quality.FocalLengthError says how much is left open.
func CameraFromTags(width, height int, tags []TagDetection, o PoseOptions) (Camera, Pose, TagLayout, Quality, error) {
	f, err := solveTags(GuessCamera(width, height), true, tags, o)
	if err != nil {
		return Camera{}, Pose{}, nil, Quality{}, err
	}
	pose, layout := f.result()
	return f.camera, pose, layout, f.quality(tags), nil
}

// How far a tag's corners may be from where the pose has them, in pixels (root of the mean square). Our detector is right
// to 0.1 px; a page that is not quite flat and a lens that is not quite the model cost more.
const (
	tagFitPx      = 0.6  // never too far
	tagFitFactor  = 4.0  // times the median tag's is too far
	tagHopelessPx = 10.0 // no pose at all
)

// tooMany says whether so many tags left out of all are not the odd ones, bent or half covered: the tags lie in no plane, as on boxes.
func tooMany(leftOut, all int) bool {
	const odd, share = 2, 4
	return leftOut > odd && share*leftOut > all
}

// Bounds on the work that a picture full of tags can cause.
const (
	maxTags     = 32 // the clearest; more tell nothing new
	maxSuspects = 6  // the worst, when one has to be left out
)

// solveTags fits all tags and leaves out, one by one, those without which the others fit best, until all fit.
func solveTags(camera Camera, freeLens bool, tags []TagDetection, o PoseOptions) (*tagFit, error) {
	if len(tags) == 0 {
		return nil, ErrNoTags
	}
	if o.TagSizeMM == 0 {
		o.TagSizeMM = DefaultTagSizeMM
	}
	if o.TagFaceMM == 0 {
		o.TagFaceMM = DefaultTagFaceMM
	}
	if !(o.TagSizeMM > 0) {
		return nil, fmt.Errorf("the tags' size is %v mm; it must be above 0", o.TagSizeMM)
	}
	if len(tags) > maxTags {
		tags = slices.SortedFunc(slices.Values(tags), func(a, b TagDetection) int { return cmp.Compare(b.Margin, a.Margin) })
		tags = tags[:maxTags]
	}
	all := len(tags)
	best := fitTags(camera, freeLens, tags, o)
	for len(tags) > 1 && (best == nil || best.hasMisfit()) {
		var better *tagFit
		for _, skip := range suspects(best, len(tags)) {
			f := fitTags(camera, freeLens, slices.Delete(slices.Clone(tags), skip, skip+1), o)
			if f != nil && (better == nil || f.rms() < better.rms()) {
				better = f
			}
		}
		if better == nil {
			break
		}
		best, tags = better, better.tags
	}
	if best == nil || best.rms() > tagHopelessPx || len(o.Layout) == 0 && tooMany(all-len(tags), all) {
		return nil, ErrTagsDisagree
	}
	return best, nil
}

// suspects are the tags, of n, that may be the one that does not fit: those furthest from where the fit has them.
func suspects(f *tagFit, n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	if f != nil {
		slices.SortFunc(all, func(a, b int) int { return cmp.Compare(f.tagRMS(b), f.tagRMS(a)) })
	}
	return all[:min(n, maxSuspects)]
}

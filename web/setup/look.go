package setup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"math"
	"slices"
	"time"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/vision/reading"
	"github.com/castellan-companion/castellan/vision/watchful"
)

// Look is what the newest picture shows of tags and view. Lengths are in pixels of the picture where they are not said to be
// in millimetres.
type Look struct {
	Picture int64          `json:"picture"` // its number
	Size    [2]int         `json:"size"`
	Tags    []Tag          `json:"tags"`
	Missing []int          `json:"missing"` // ids of the printed tags that are not seen
	View    *View          `json:"view"`    // nil while the tags do not tell
	Notes   []reading.Note `json:"notes"`   // what people should mend, the worst first
}

// Tag is one that was found: its corners as calibration.TagDetection has them, and whether it fits the others.
type Tag struct {
	ID      int           `json:"id"`
	Corners [4][2]float64 `json:"corners"`
	Fits    bool          `json:"fits"`
}

// View is where the camera hangs.
type View struct {
	HeightMM float64 `json:"height_mm"` // over the table
	TiltDeg  float64 `json:"tilt_deg"`  // from straight down
	TowerPx  float64 `json:"tower_px"`  // a tower's diameter amid the tags
}

// printedTags are the ids of the tags that the companion prints.
var printedTags = []int{0, 1, 2, 3}

// ErrNoPicture says that nobody looks at the table.
var ErrNoPicture = companion.WithCode(errors.New("no camera shows a picture; choose a camera first"), "no_picture")

const pictureWait = 5 * time.Second

// picture is the newest one, as soon as it is another than that of the number shown.
func (d *Desk) picture(ctx context.Context, shown int64) (*companion.Picture, image.Image, error) {
	ctx, cancel := context.WithTimeout(ctx, pictureWait)
	defer cancel()
	p, err := d.Pictures.Picture(ctx, shown)
	if err != nil {
		return nil, nil, ErrNoPicture
	}
	img, err := jpeg.Decode(bytes.NewReader(p.JPEG))
	if err != nil {
		return nil, nil, fmt.Errorf("the camera's picture cannot be read: %w", err)
	}
	return p, img, nil
}

// Look looks at the newest picture.
func (d *Desk) Look(ctx context.Context) (Look, error) {
	p, img, err := d.picture(ctx, 0)
	if err != nil {
		return Look{}, err
	}
	brightness := apriltag.Gray(img)
	found, err := d.Tags.Detect(brightness)
	if err != nil {
		return Look{}, err
	}
	size := img.Bounds().Size()
	look := Look{Picture: p.Number, Size: [2]int{size.X, size.Y}, Tags: []Tag{}, Missing: []int{}}
	view, quality := d.place(size, found)
	for _, tag := range found {
		look.Tags = append(look.Tags, Tag{ID: tag.ID, Corners: tag.Corners, Fits: slices.Contains(quality.Used, tag.ID)})
	}
	for _, id := range printedTags {
		if !slices.ContainsFunc(found, func(t calibration.TagDetection) bool { return t.ID == id }) {
			look.Missing = append(look.Missing, id)
		}
	}
	if view != nil {
		look.View = d.describe(view)
	}
	look.Notes = append(notes(&look), watchful.Judge(watchful.Frame{
		Gray: brightness, View: view, Tags: found, Pushed: quality.LeftOut, PitchMM: d.Eye.Set().PitchMM,
	})...)
	return look, nil
}

// place is where the camera hangs; nil where the tags do not tell.
func (d *Desk) place(size image.Point, found []calibration.TagDetection) (*calibration.View, calibration.Quality) {
	var view calibration.View
	var quality calibration.Quality
	var err error
	if lens := d.lens(size); lens != nil {
		view.Camera = *lens
		view.Pose, _, quality, err = calibration.PoseFromTags(*lens, found, calibration.PoseOptions{})
	} else {
		view.Camera, view.Pose, _, quality, err = calibration.CameraFromTags(size.X, size.Y, found, calibration.PoseOptions{})
	}
	if err != nil {
		return nil, calibration.Quality{}
	}
	return &view, quality
}

// lens is the camera's for pictures of a size; nil where it is not known.
func (d *Desk) lens(size image.Point) *calibration.Camera {
	camera := d.Eye.Camera()
	if camera == nil {
		return nil
	}
	scaled, err := camera.Scaled(size.X, size.Y)
	if err != nil {
		return nil // of another shape: not this camera's
	}
	return &scaled
}

func (d *Desk) describe(view *calibration.View) *View {
	set := d.Eye.Set()
	top, radius := set.TowerHeightMM, set.TowerDiameterMM/2
	left, right := view.Pixel([3]float64{-radius, 0, top}), view.Pixel([3]float64{radius, 0, top})
	return &View{
		HeightMM: math.Round(view.Centre()[2]),
		TiltDeg:  math.Round(view.TiltDeg()),
		TowerPx:  math.Round(math.Hypot(right[0]-left[0], right[1]-left[1])),
	}
}

// notes say what to mend about the tags that were found.
func notes(l *Look) []reading.Note {
	switch {
	case len(l.Tags) == 0:
		return []reading.Note{{Code: "no_tags", Text: "No tag is seen. Lay the four printed tags around the place for the castle."}}
	case l.View == nil:
		return []reading.Note{{Code: "no_pose", Text: "The tags do not fit together. Lay them flat on the table, and uncover them."}}
	case len(l.Missing) > 0:
		return []reading.Note{{
			Code: "tags_missing", Text: "Not all four tags are seen. Move the camera or the tags until they are.", Tags: l.Missing,
		}}
	}
	return []reading.Note{}
}

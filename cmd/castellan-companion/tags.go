package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"slices"

	"github.com/castellan-companion/castellan/calibration"
	"github.com/castellan-companion/castellan/calibration/apriltag"
	"github.com/castellan-companion/castellan/cmd/internal/program"
)

type tagsCommand struct {
	Size   float64  `help:"Edge of the tags' black square in millimetres." default:"40"`
	Camera string   `help:"Camera file, or a scene or video file whose lens is taken. With it each tag's place before the camera is told." placeholder:"FILE"`
	JSON   bool     `help:"Print JSON, one line for each picture."`
	Images []string `arg:"" name:"image" help:"Pictures (JPEG or PNG)."`
}

// taggedPicture is a line of tags --json.
type taggedPicture struct {
	Image string      `json:"image"`
	Tags  []tagInView `json:"tags"`
}

// tagInView is a tag as it was found. R and T, known with a camera only, take the tag's frame (mm; origin in its middle, x to
// the right and y up as printed, z out of the paper) to the camera's.
type tagInView struct {
	Family  string         `json:"family"`
	ID      int            `json:"id"`
	Corners [4][2]float64  `json:"corners_px"`
	R       *[3][3]float64 `json:"R,omitempty"`
	T       *[3]float64    `json:"t,omitempty"`
}

// Run prints the tags found in pictures.
func (c *tagsCommand) Run() error {
	return c.run(os.Stdout)
}

func (c *tagsCommand) run(w io.Writer) (err error) {
	if !(c.Size > 0) || math.IsInf(c.Size, 1) {
		return program.UsageError(fmt.Sprintf("--size %v: want the edge of the tags' black square in millimetres", c.Size))
	}
	var camera *calibration.Camera
	if c.Camera != "" {
		loaded, err := calibration.LoadCamera(c.Camera)
		if err != nil {
			return err
		}
		camera = &loaded
	}
	detector, err := apriltag.NewDetector()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, detector.Close()) }()
	for _, path := range c.Images {
		picture, err := c.find(detector, camera, path)
		if err != nil {
			return err
		}
		if c.JSON {
			err = json.NewEncoder(w).Encode(picture)
		} else {
			err = picture.write(w)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *tagsCommand) find(detector *apriltag.Detector, camera *calibration.Camera, path string) (taggedPicture, error) {
	found, size, err := findTags(detector, path)
	if err != nil {
		return taggedPicture{}, err
	}
	picture := taggedPicture{Image: path, Tags: make([]tagInView, len(found))}
	for i, tag := range found {
		picture.Tags[i] = tagInView{Family: tag.Family, ID: tag.ID, Corners: tag.Corners}
	}
	if camera == nil {
		return picture, nil
	}
	fitting, err := camera.Scaled(size.X, size.Y)
	if err != nil {
		return taggedPicture{}, fmt.Errorf("%s: %w", path, err)
	}
	for i, pose := range tagPoses(fitting, found, c.Size) {
		if pose != nil {
			picture.Tags[i].R, picture.Tags[i].T = &pose.R, &pose.T
		}
	}
	return picture, nil
}

// findTags gives the tags in a picture file, and its size.
func findTags(detector *apriltag.Detector, path string) ([]calibration.TagDetection, image.Point, error) {
	gray, err := loadGray(path)
	if err != nil {
		return nil, image.Point{}, err
	}
	defer gray.Close()
	size := image.Pt(gray.Cols(), gray.Rows())
	pixels, err := gray.DataPtrUint8()
	if err != nil {
		return nil, size, fmt.Errorf("%s: %w", path, err)
	}
	found, err := detector.Detect(&image.Gray{Pix: pixels, Stride: gray.Step(), Rect: image.Rectangle{Max: size}})
	if err != nil {
		return nil, size, fmt.Errorf("%s: %w", path, err)
	}
	return found, size, nil
}

// tagPoses are the poses of the tags before the camera, nil where there is none. Tags that lie on one plane support each
// other; one that does not lie with the others stands for itself, and so do all where an id is there distinct.
func tagPoses(camera calibration.Camera, tags []calibration.TagDetection, sizeMM float64) []*calibration.Pose {
	poses := make([]*calibration.Pose, len(tags))
	options := calibration.PoseOptions{TagSizeMM: sizeMM}
	alone := func(i int) {
		if pose, layout, _, err := calibration.PoseFromTags(camera, tags[i:i+1], options); err == nil {
			poses[i] = layout[0].Seen(pose, calibration.DefaultTagFaceMM)
		}
	}
	distinct := slices.CompactFunc(slices.Clone(tags), func(a, b calibration.TagDetection) bool { return a.ID == b.ID })
	pose, layout, _, err := calibration.PoseFromTags(camera, tags, options)
	together := err == nil && len(distinct) == len(tags)
	for i, tag := range tags {
		at := slices.IndexFunc(layout, func(p calibration.TagPlace) bool { return p.ID == tag.ID })
		if together && at >= 0 {
			poses[i] = layout[at].Seen(pose, calibration.DefaultTagFaceMM)
		} else {
			alone(i)
		}
	}
	return poses
}

// write says what was found in words.
func (p *taggedPicture) write(w io.Writer) error {
	if len(p.Tags) == 0 {
		_, err := fmt.Fprintf(w, "%s: no tags\n", p.Image)
		return err
	}
	fmt.Fprintf(w, "%s:\n", p.Image)
	for _, tag := range p.Tags {
		x, y := 0.0, 0.0
		for _, corner := range tag.Corners {
			x, y = x+corner[0]/4, y+corner[1]/4
		}
		fmt.Fprintf(w, "  %s %d at %.1f, %.1f px", tag.Family, tag.ID, x, y)
		if t := tag.T; t != nil {
			fmt.Fprintf(w, ", %.0f mm from the camera", math.Sqrt(t[0]*t[0]+t[1]*t[1]+t[2]*t[2]))
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}

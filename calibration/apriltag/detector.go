package apriltag

/*
#cgo pkg-config: apriltag
#include <errno.h>
#include <apriltag/apriltag.h>
#include <apriltag/tag36h11.h>

static apriltag_detection_t *detection_at(zarray_t *detections, int i) {
	apriltag_detection_t *d;
	zarray_get(detections, i, &d);
	return d;
}
*/
import "C"

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"github.com/castellan-companion/castellan/calibration"
)

// family is the one tag family that the companion prints and looks for.
const family = "tag36h11"

// Detector finds tags. It may be used by one goroutine after another or by several at once (they wait for each other).
type Detector struct {
	mu       sync.Mutex // guards what follows; the C detector keeps state between calls
	detector *C.apriltag_detector_t
	family   *C.apriltag_family_t
	patterns map[int][]cellEdge // by id, as they come up
}

// ErrClosed is returned by Detect after Close.
var ErrClosed = errors.New("the tag detector is closed")

// shared is the tag family of all detectors. The tables in which its codes are looked up with some wrong bits take 38 MB and a tenth of a
// second: the first detector has them made, and they stay.
var shared struct {
	sync.Mutex // while they are made
	family     *C.apriltag_family_t
}

// destroy frees a detector, but not the tables of its family: the C library frees those of all families that a detector still has.
func destroy(d *C.apriltag_detector_t) {
	C.zarray_clear(d.tag_families)
	C.apriltag_detector_destroy(d)
}

// NewDetector makes a detector. Whoever made it closes it.
func NewDetector() (*Detector, error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.family == nil {
		shared.family = C.tag36h11_create()
	}
	d := &Detector{detector: C.apriltag_detector_create(), family: shared.family, patterns: map[int][]cellEdge{}}
	if _, err := C.apriltag_detector_add_family_bits(d.detector, d.family, maxHamming); err != nil {
		destroy(d.detector)
		return nil, fmt.Errorf("tag detector: cannot prepare the tag family %s: %w", family, err)
	}
	// One thread: the library's own pool of threads reads tasks while they are still being added when a thread starts late or wakes by
	// itself, and then the whole program may die (mended after 3.3.0: github.com/AprilRobotics/apriltag/pull/339).
	d.detector.nthreads = 1
	d.detector.refine_edges = false // our own refiner is better
	return d, nil
}

// maxHamming is the number of wrong bits up to which a tag is still read: with 11 bits between any two codes of the
// family, two wrong ones cannot be mistaken, and more cost memory out of proportion.
const maxHamming = 2

// minPicturePx is the side of the smallest picture that a tag could be seen in. The C library reads and writes beyond the
// memory of pictures smaller than its tiles.
const minPicturePx = 2 * cellsAcross

// Close frees the C library's memory, but for the tables that all detectors share. It may be called twice.
func (d *Detector) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.detector == nil {
		return nil
	}
	destroy(d.detector)
	d.detector = nil
	return nil
}

// Detect finds the tags in a picture, ordered by id, the more clearly read first where an id is seen more than once.
// Corners count from the top-left pixel of the picture, also where that is a window into a larger one.
// The picture may share its memory with something else (a gocv.Mat, say); it is not kept and not changed.
func (d *Detector) Detect(gray *image.Gray) ([]calibration.TagDetection, error) {
	return d.detect(gray, 1)
}

// DetectLarge is Detect in a quarter of the time: squares are sought at half the resolution, at which those of small tags are missed. The
// corners are as exact.
func (d *Detector) DetectLarge(gray *image.Gray) ([]calibration.TagDetection, error) {
	return d.detect(gray, 2)
}

// detect seeks squares in a picture that is smaller by a factor.
func (d *Detector) detect(gray *image.Gray, factor int) ([]calibration.TagDetection, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.detector == nil {
		return nil, ErrClosed
	}
	size := gray.Rect.Size()
	if min(size.X, size.Y) < minPicturePx*factor {
		return nil, nil
	}
	if gray.Stride < size.X || len(gray.Pix) < (size.Y-1)*gray.Stride+size.X {
		return nil, fmt.Errorf("tag detector: a picture of %dx%d pixels has only %d bytes in rows of %d", size.X, size.Y, len(gray.Pix), gray.Stride)
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pixels := unsafe.SliceData(gray.Pix)
	pin.Pin(pixels)
	picture := C.image_u8_t{
		width: C.int32_t(size.X), height: C.int32_t(size.Y), stride: C.int32_t(gray.Stride),
		buf: (*C.uint8_t)(unsafe.Pointer(pixels)),
	}
	d.detector.quad_decimate = C.float(factor)
	found := C.apriltag_detector_detect(d.detector, &picture)
	defer C.apriltag_detections_destroy(found)

	tags := make([]calibration.TagDetection, C.zarray_size(found))
	refiner := newRefiner(gray)
	for i := range tags {
		tags[i] = fromC(C.detection_at(found, C.int(i)))
		tags[i].Corners = refiner.refine(d.pattern(tags[i].ID), tags[i].Corners)
	}
	slices.SortFunc(tags, func(a, b calibration.TagDetection) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(b.Margin, a.Margin))
	})
	return tags, nil
}

func (d *Detector) pattern(id int) []cellEdge {
	edges, ok := d.patterns[id]
	if !ok {
		edges = cellEdges(d.family, id)
		d.patterns[id] = edges
	}
	return edges
}

func fromC(d *C.apriltag_detection_t) calibration.TagDetection {
	t := calibration.TagDetection{Family: family, ID: int(d.id), Hamming: int(d.hamming), Margin: float64(d.decision_margin)}
	for i := range t.Corners {
		// The library has (0,0) at the corner of the top-left pixel, we at its centre.
		t.Corners[i] = [2]float64{float64(d.p[i][0]) - 0.5, float64(d.p[i][1]) - 0.5}
	}
	return t
}

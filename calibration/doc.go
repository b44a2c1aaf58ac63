// Package calibration turns pixels into millimetres: the lens (Camera), where the camera hangs over the table (Pose, both
// together a View), the fiducial tags that tell it (TagDetection, Locator) and the measures of the piece set (Set, Shelf).
//
// Frames: the table frame is in millimetres, right-handed, z up, z = 0 on the table top. The camera frame is OpenCV's:
// x right, y down, z forward. Pixels have (0,0) at the centre of the top-left pixel, x right, y down.
//
// This package is pure Go. What needs a C library lives below it: apriltag finds the tags in a picture, chessboard
// calibrates a lens from photos.
//
//	camera, err := calibration.LoadCamera("desk.json")
//	tags, err := detector.Detect(gray)
//	locator := calibration.NewLocator(calibration.LocatorOptions{Camera: &camera}) // remembers where the tags lie
//	view, quality, err := locator.Locate(width, height, tags)
//	at, ok := view.OnPlane(pixel, set.WallHeightMM) // where on the plane of the wall tops is this pixel?
package calibration

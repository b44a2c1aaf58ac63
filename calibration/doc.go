// Package calibration turns pixels into millimetres: the lens (Camera), where the camera hangs over the table (Pose, both
// together a View), the fiducial tags that tell it (TagDetection, PoseFromTags) and the measures of the piece set (Set).
//
// Frames: the table frame is in millimetres, right-handed, z up, z = 0 on the table top. The camera frame is OpenCV's:
// x right, y down, z forward. Pixels have (0,0) at the centre of the top-left pixel, x right, y down.
//
// This package is pure Go. What needs a C library lives below it: apriltag finds the tags in a picture, chessboard
// calibrates a lens from photos.
//
//	camera, err := calibration.LoadCamera("desk.json")
//	tags, err := detector.Detect(gray)
//	pose, layout, quality, err := calibration.PoseFromTags(camera, tags, calibration.PoseOptions{})
//	view := calibration.View{Camera: camera, Pose: pose}
//	x, y, ok := view.OnPlane(pixel[0], pixel[1], set.WallHeightMM) // where on the plane of the wall tops is this pixel?
package calibration

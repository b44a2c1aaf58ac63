// Package apriltag finds AprilTags (family tag36h11) in grey pictures, with the AprilTag 3 C library.
//
//	detector, err := apriltag.NewDetector()
//	defer detector.Close()
//	tags, err := detector.Detect(gray)
package apriltag

// Package opencv turns what OpenCV gives into the types of package calibration, and these into what OpenCV takes.
package opencv

// Package chessboard calibrates a lens from photos of a chessboard pattern, with OpenCV.
//
//	board, err := chessboard.ParseBoard("9x6", 25)
//	for each photo:
//		corners, found := board.Find(gray)
//	camera, rms, err := board.Calibrate(width, height, views, true)
package chessboard

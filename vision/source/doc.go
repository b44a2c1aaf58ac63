// Package source gives the frames that the eye looks at: of a webcam, an address (RTSP, HTTP, MJPEG), a film or a folder of
// pictures. [Open] tells by the name which it is.
//
//	src, err := source.Open("/dev/video0@1920x1080")
//	defer src.Close()
//	frame, at, err := src.Read(&img)
//
// A live source always gives its newest frame: frames that nobody had the time to look at are passed over. One that is unplugged,
// switched off or stuck says so with a [GoneError]; reading on opens it again.
package source

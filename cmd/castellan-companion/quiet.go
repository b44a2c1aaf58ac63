package main

import "os"

// ffmpegLogLevel is OpenCV's name for how much FFmpeg writes to standard error of what it thinks of a film. People are
// told by us, in one sentence.
const ffmpegLogLevel = "OPENCV_FFMPEG_LOGLEVEL"

// quietFFmpeg must be called before the first film is opened. What the user has set stays.
func quietFFmpeg() error {
	if _, set := os.LookupEnv(ffmpegLogLevel); set {
		return nil
	}
	const nothing = "-8" // AV_LOG_QUIET
	return os.Setenv(ffmpegLogLevel, nothing)
}

// Package timelapse makes a short film of a game: its plan as it grows, as an animated GIF, or by FFmpeg as MP4 or WebP.
package timelapse

// Package volume looks at the space above the table through the camera: it samples a picture on several planes parallel to
// the table (the table top, the wall tops, the tower tops), so that whatever the camera's tilt the pieces appear at fixed
// places and in fixed sizes. The stack of planes is what the networks see.
package volume

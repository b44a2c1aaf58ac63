// Package reading holds what the eye reports, free of pixels and of OpenCV: the castle that was read from one picture
// (Reading) and what happened between the frames of a film (Event, Observation). A reading is not necessarily a legal castle.
package reading

// Package guide leads somebody through measuring a lens with nothing but the printed tags: they hold the camera, or the page with the
// tags, and move it a little; every frame the guide says what to do next and how far it is.
//
//	g := guide.New(1280, 720)
//	for frame := range frames {
//		step := g.Look(tags) // found by apriltag.Detector
//		show(step.Text, step.Progress)
//		if step.Do == guide.Done { break }
//	}
//	camera, err := g.Camera()
package guide

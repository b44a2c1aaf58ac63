// Package synth renders random castles together with their exact truth. It is the endless supply of labelled pictures
// that the eye is trained and property-tested with: "random castle, picture, the same castle".
//
// A [Scene] is drawn from [Knobs], which say how wide every nuisance (piece design, table, light, camera, clutter)
// varies. [Scene.Render] casts rays over triangle meshes; [Scene.Truth] is a castellan-scene/1 record. The same seed
// and knobs always give the same picture, whatever the number of workers.
//
//	rng := rand.New(rand.NewPCG(seed, 0))
//	scene := synth.RandomScene(rng, synth.Wild())
//	img, truth := scene.Render(1), scene.Truth()
//
// A [Film] is a game on such a table, from its first tower to the whole castle: a hand brings every piece.
//
// Frames: the table frame is in millimetres, right-handed, z up, z = 0 on the table top. The camera follows OpenCV's
// pinhole model with five distortion coefficients; pixel (0,0) is the centre of the top left pixel.
package synth

// Package scene judges the eye: it loads pictures and films whose truth is known (castellan-scene/1, castellan-video/1),
// lets a reader and a watcher loose on them, and says how much of what they reported is so.
//
// Two castles are compared as a person would compare them: where the lattice begins and which way its axes point is
// arbitrary, so a castle moved by whole nodes and turned by quarter turns (a Motion) is the same castle; its mirror
// image is not.
//
//	judge := scene.Judge{Stills: reader, Films: watcher}
//	report, err := judge.Folder("scenes")
//	err = report.WriteTable(os.Stdout)
package scene

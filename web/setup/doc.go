// Package setup is what people need until the table is refereed for the first time, free of HTTP: what the camera's picture shows of
// tags and view (Look), learning the piece set, and a memory of what was chosen and done.
//
//	desk := setup.Desk{Pictures: table, Eye: eye, Tags: detector, Shelf: shelf, Memory: memory}
//	look, err := desk.Look(ctx)
//	if look.View == nil { // the tags do not tell yet where the camera hangs
package setup

// Package watchful notices what keeps the eye from seeing well, and says so in plain words with what to do: darkness, glare, blur,
// covered or pushed tags, a bumped camera, a castle at the picture's edge, pieces that are too small.
//
// [Judge] looks at a single picture. A [Watch] looks at the frames of a film: what it says must have lasted for a while, and goes
// when it is gone.
//
//	watch := watchful.New()
//	notes := watch.Look(at, watchful.Frame{Gray: gray, View: view, Tags: tags, Layout: layout, Castle: outline})
package watchful

// Package vision is the eye: it reads the castle from a picture (Reader) and follows it through a film (Watcher).
//
// A picture is read in four steps. The tags give the camera's pose, and their black and white what is to be taken off the picture's
// colours. One network (model.Spots) looks at the table as it lies and finds towers and the direction of the lattice, to which a lattice is
// fitted. A second one (model.Cells) looks along that lattice and gives every node and edge a probability for each piece that could stand
// there; a third (model.Review, see package review) looks once more, knowing what follows from that. The castle is then the most probable
// set of pieces that can stand together and is linked. Five small networks look more closely: where does a tower stand (model.Place, by
// which a still's lattice is placed before anything is decided along it), is there a tower at all (model.Tower, which compares its place
// with others of the castle, with and without one), is it turned (model.Turn, which compares it with those that stand straight), is that a
// keep, or a double one (model.Keep), and is there a short wall (model.Wall, which compares its place with walls and gaps of the castle).
package vision

// Package model holds the networks that look at the table and what their outputs mean. Compass looks at the table as it lies and finds what looks
// like a castle and the direction of its lattice; Spots, of the same build, looks nearly along the lattice and finds the towers; Cells looks along
// a lattice that is known and says for every node and every edge what stands there, with weights of its own where the camera looks aslant
// (slanted.nn), and others beside a hand (cells_hand.nn, slanted_hand.nn), which Hand, of the same build, tells from all else; all three have
// weights of their own for castles of few pieces (compass_begun.nn, spots_begun.nn, begun.nn); Review corrects that, knowing what follows from it
// (package review), beside a hand with weights of its own too (review_hand.nn). Place looks closely at one tower and says where it stands, Tower at
// one node and says whether a tower stands there, Turn whether it is turned, Keep at one place: does a keep stand there, or a double one, and Wall
// at the place of a short wall, unfolded into a strip.
//
// Caliper and Probe measure piece sets, by pieces that stand apart from each other and a picture of the same table without them: Caliper finds
// the pieces, and Probe looks closely at each tower, keep and end of a wall.
//
// Their weights are trained by vision/learn and embedded.
package model

// Package model holds the two networks that look at the table and what their outputs mean. Spots looks at the table as
// it lies and finds towers and the direction of the lattice; Cells looks along a known lattice and says for every node and
// every edge what stands there. Their weights are trained by vision/learn and embedded.
package model

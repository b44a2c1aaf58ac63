// Package nn is a small convolutional network: enough to run, and to train, the networks that decide what stands on each place of the lattice.
// Tensors are height x width x channels, float32. What takes the time, products of matrices and loops over all values of a layer, is in C,
// whose compiler turns it into vector instructions; the rest is Go.
package nn

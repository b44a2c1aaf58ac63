// Package nn is a small convolutional network: enough to run, and to train, the networks that decide what stands on each
// place of the lattice. Tensors are height x width x channels, float32. One C function multiplies matrices; the rest is Go.
package nn

package castellan

import (
	"hash/maphash"
	"math/bits"
	"slices"
)

// nodeIndex finds the number of a node: a hash table with open addressing. The zero value is empty and ready for use.
type nodeIndex struct {
	slots []indexSlot
	shift uint8 // 64 minus the binary logarithm of len(slots)
	used  int
}

type indexSlot struct {
	at     point
	number int32 // one more than the node's number; 0 where the slot is free
}

// newNodeIndex has room for n nodes without growing.
func newNodeIndex(n int) nodeIndex {
	var x nodeIndex
	x.resize(max(16, 1<<bits.Len(uint(2*n))))
	return x
}

func (x *nodeIndex) resize(size int) {
	old := x.slots
	x.slots = make([]indexSlot, size)
	x.shift = uint8(64 - bits.TrailingZeros(uint(size)))
	for _, s := range old {
		if s.number != 0 {
			x.slots[x.slot(s.at)] = s
		}
	}
}

// hashSeed differs from run to run, so that nobody can make up castles whose nodes all fall into one place. Nothing that the
// engine says depends on it.
var hashSeed = maphash.Bytes(maphash.MakeSeed(), nil)

// home is where a node would be if the table were empty (the finalizer of MurmurHash3).
func (x *nodeIndex) home(p point) uint64 {
	key := (uint64(uint32(p.i))<<32 | uint64(uint32(p.j))) ^ hashSeed
	key = (key ^ key>>33) * 0xff51afd7ed558ccd
	key = (key ^ key>>33) * 0xc4ceb9fe1a85ec53
	return (key ^ key>>33) >> x.shift
}

// slot is where p is, or the free slot where it would go.
func (x *nodeIndex) slot(p point) uint64 {
	mask := uint64(len(x.slots) - 1)
	for h := x.home(p); ; h = (h + 1) & mask {
		if s := &x.slots[h]; s.number == 0 || s.at == p {
			return h
		}
	}
}

// find gives the node's number, or -1.
func (x *nodeIndex) find(p point) int32 {
	if len(x.slots) == 0 {
		return -1
	}
	return x.slots[x.slot(p)].number - 1
}

// put gives node p the number n, if it has none yet. It returns the node's number.
func (x *nodeIndex) put(p point, n int32) int32 {
	if 2*x.used >= len(x.slots) {
		x.resize(max(16, 2*len(x.slots)))
	}
	s := &x.slots[x.slot(p)]
	if s.number == 0 {
		*s = indexSlot{at: p, number: n + 1}
		x.used++
	}
	return s.number - 1
}

// remove forgets a node.
func (x *nodeIndex) remove(p point) {
	mask := uint64(len(x.slots) - 1)
	hole := x.slot(p)
	if x.slots[hole].number == 0 {
		return
	}
	x.used--
	// Later nodes of the same run move up, unless that would put them before their home.
	for h := (hole + 1) & mask; x.slots[h].number != 0; h = (h + 1) & mask {
		if (h-x.home(x.slots[h].at))&mask >= (h-hole)&mask {
			x.slots[hole] = x.slots[h]
			hole = h
		}
	}
	x.slots[hole] = indexSlot{}
}

func (x *nodeIndex) clone() nodeIndex {
	c := *x
	c.slots = slices.Clone(x.slots)
	return c
}

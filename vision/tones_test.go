package vision

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTonesKnowWhatTheyHaveSeen(t *testing.T) {
	var s tones
	for range 50 {
		s.add([3]byte{200, 120, 40})
	}
	seen, near, far := s.likelihood([3]byte{200, 120, 40}), s.likelihood([3]byte{210, 120, 40}), s.likelihood([3]byte{10, 20, 200})
	assert.Greater(t, seen, near)
	assert.Greater(t, near, far)
	assert.False(t, math.IsInf(far, 0))
}

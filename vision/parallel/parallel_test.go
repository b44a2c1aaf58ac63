package parallel

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEachRowIsDoneOnce(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 3, 8} {
		for _, n := range []int{0, 1, 2, 7} {
			done := make([]atomic.Int32, n)
			Rows(n, workers, func(row int) { done[row].Add(1) })
			for row := range done {
				assert.EqualValues(t, 1, done[row].Load(), "row %d of %d, %d workers", row, n, workers)
			}
		}
	}
}

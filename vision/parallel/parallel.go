// Package parallel shares work out among goroutines.
package parallel

import "sync"

// Rows calls do for each of n rows of a picture on the given number of goroutines, 0 being one, and returns when all are done. The
// goroutines take the rows in turn, so that each gets about as much work where neighbouring rows are alike: row r is done by goroutine r mod
// workers.
func Rows(n, workers int, do func(row int)) {
	if workers < 2 {
		for row := range n {
			do(row)
		}
		return
	}
	var wait sync.WaitGroup
	for k := range workers {
		wait.Go(func() {
			for row := k; row < n; row += workers {
				do(row)
			}
		})
	}
	wait.Wait()
}

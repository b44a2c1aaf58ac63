package scene

import "github.com/castellan-companion/castellan/engine/castellan"

// Tower says whether the tower (or trial tower) at n is hidden.
func (h Hidden) Tower(n castellan.Node) bool { return h.pieces.has(newPiece(n, n)) }

// Wall says whether the wall w is hidden.
func (h Hidden) Wall(w castellan.Wall) bool { return h.pieces.has(newPiece(w.From, w.To)) }

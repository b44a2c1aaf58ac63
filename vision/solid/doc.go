// Package solid holds the pieces of a castle as solids on the table and follows the eye's rays to them: what hides what, and what is seen in
// the place of what. It unfolds walls, whose tops and sides lie in a picture as they happen to be seen, into strips of one shape.
package solid

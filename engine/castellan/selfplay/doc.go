// Package selfplay plays random games of Castellan through the public interface of package castellan alone, and checks
// after every action that what the engine says holds together: by Euler's formula, by counting, by judging the castle anew
// from scratch, and by finding the courtyards in another way (FloodFill).
package selfplay

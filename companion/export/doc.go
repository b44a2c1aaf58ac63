// Package export writes games as files to take away: as written games (castellan-game/1, the notation), castles, scores, plans,
// time-lapses and a report to print.
//
//	err := export.Files["report.pdf"].Write(ctx, w, events)
package export

// Package rules has the commands of castellan that ask the rules and nothing else: no camera, no picture, no store.
package rules

// Commands are the commands, as kong wants them.
type Commands struct {
	Score Score `cmd:"" help:"Courtyards, values and violations of a castle file."`
	Check Check `cmd:"" help:"Referee game scripts."`
}

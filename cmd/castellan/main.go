// Command castellan reads castles from pictures, referees games and serves the companion's dashboard.
//
// What only the rules are asked for it does itself, at once. Everything else is done by castellan-companion, which lies beside
// it and has all the commands: to load OpenCV and the hundreds of libraries that come with it takes longer than to score
// a castle of a hundred thousand pieces.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/castellan-companion/castellan/cmd/internal/program"
	"github.com/castellan-companion/castellan/cmd/internal/rules"
)

func main() {
	commands := &rules.Commands{}
	if program.Asks(os.Args[1:], commands) {
		program.Main(commands)
	}
	program.Fail(becomeCompanion())
}

// becomeCompanion puts castellan-companion in the place of this process. It returns only where it cannot.
func becomeCompanion() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if target, err := filepath.EvalSymlinks(self); err == nil {
		self = target
	}
	companion := filepath.Join(filepath.Dir(self), "castellan-companion")
	err = syscall.Exec(companion, os.Args, os.Environ())
	return fmt.Errorf("%s cannot be started, without which only 'score' and 'check' work: %w; "+
		"'make build' leaves both programs in bin, keep them together or link to them", companion, err)
}

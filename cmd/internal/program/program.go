// Package program is what the programs of castellan have in common: how they are called, and how they end.
package program

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/alecthomas/kong"
)

// Exit codes are a contract with the programs that call us.
const (
	ExitFailed = 1
	ExitUsage  = 2
)

// UsageError is an error in how a command was called rather than in what it was asked to do.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Main does what the command line asks of the commands, a pointer to a struct as kong wants it, and ends the program.
func Main(commands any) {
	ctx, err := parser(commands).Parse(os.Args[1:])
	if err != nil {
		fmt.Fprintf(os.Stderr, "castellan: %v\nTry 'castellan --help'.\n", err)
		os.Exit(ExitUsage)
	}
	if err := ctx.Run(); err != nil {
		Fail(err)
	}
	os.Exit(0)
}

// Fail ends the program, which could not do what it was asked.
func Fail(err error) {
	fmt.Fprintf(os.Stderr, "castellan: %v\n", err)
	if _, ok := errors.AsType[UsageError](err); ok {
		os.Exit(ExitUsage)
	}
	os.Exit(ExitFailed)
}

// Asks tells whether a command line asks for one of the commands.
func Asks(words []string, commands any) bool {
	return len(words) > 0 && slices.ContainsFunc(parser(commands).Model.Children, func(n *kong.Node) bool {
		return n.Name == words[0]
	})
}

func parser(commands any) *kong.Kong {
	p, err := kong.New(commands, kong.Name("castellan"), kong.UsageOnError(),
		kong.Description("A companion for the castle on your table."))
	if err != nil {
		panic(err)
	}
	return p
}

// Package doctor examines whether this machine can run the companion, and says what to do where it cannot.
//
//	findings := doctor.Examine(ctx, doctor.Disk(folder), doctor.Cameras(webcam.List, false), doctor.Port("127.0.0.1:8080"))
package doctor

import (
	"context"

	"github.com/castellan-companion/castellan/companion/words"
)

// State says how things stand.
type State string

// The states, from good to bad.
const (
	Fine    State = "fine"
	Warning State = "warning" // it works, but not well
	Broken  State = "broken"
)

// Finding is what an examination found. Text is a sentence for people; Fix says what to do, "" where all is fine.
type Finding struct {
	Name  string `json:"name"` // what was examined: "opencv", "cameras", "disk", "port", "speed"
	State State  `json:"state"`
	Text  string `json:"text"`
	Fix   string `json:"fix,omitempty"`
}

// New is a finding in the words doctor.NAME.WHAT and, where it is not fine, doctor.NAME.WHAT.fix, in the language of the context.
func New(ctx context.Context, name string, state State, what string, values words.Values) Finding {
	phrase := "doctor." + name + "." + what
	f := Finding{Name: name, State: state, Text: words.Say(ctx, phrase, values)}
	if state != Fine {
		f.Fix = words.Say(ctx, phrase+".fix", values)
	}
	return f
}

// Check examines one thing, and says what it found in the language of the context (words.In).
type Check func(ctx context.Context) Finding

// Examine makes all checks, one after the other, until ctx is done.
func Examine(ctx context.Context, checks ...Check) []Finding {
	findings := make([]Finding, 0, len(checks))
	for _, check := range checks {
		if ctx.Err() != nil {
			break
		}
		findings = append(findings, check(ctx))
	}
	return findings
}

// Worst is the worst state of all.
func Worst(findings []Finding) State {
	rank := map[State]int{Fine: 0, Warning: 1, Broken: 2}
	worst := Fine
	for _, f := range findings {
		if rank[f.State] > rank[worst] {
			worst = f.State
		}
	}
	return worst
}

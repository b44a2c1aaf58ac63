package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// built is the program in a folder of its own.
func built(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "castellan")
	said, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".").CombinedOutput()
	require.NoError(t, err, "%s", said)
	return program
}

// companionExit is the exit code of putCompanion's stand-in.
const companionExit = 7

// putCompanion puts a stand-in for castellan-companion beside the program: it tells its process, its words one to a line, and
// what it reads.
func putCompanion(t *testing.T, program string) {
	t.Helper()
	script := "#!/bin/sh\necho $$ $CASTELLAN_TEST_WORD\nprintf '%s\\n' \"$@\"\ncat\nexit " + strconv.Itoa(companionExit) + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(filepath.Dir(program), "castellan-companion"), []byte(script), 0o700))
}

type outcome struct {
	process        int
	stdout, stderr string
	code           int
}

func run(t *testing.T, program, stdin string, words ...string) outcome {
	t.Helper()
	command := exec.CommandContext(t.Context(), program, words...)
	command.Env = append(os.Environ(), "CASTELLAN_TEST_WORD=kept")
	var stdout, stderr bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(stdin), &stdout, &stderr
	if err := command.Run(); err != nil {
		_, ok := errors.AsType[*exec.ExitError](err)
		require.True(t, ok, "%v", err)
	}
	return outcome{command.Process.Pid, stdout.String(), stderr.String(), command.ProcessState.ExitCode()}
}

func TestOtherCommandsAreTheCompanions(t *testing.T) {
	program := built(t)
	putCompanion(t, program)
	link := filepath.Join(t.TempDir(), "linked")
	require.NoError(t, os.Symlink(program, link))
	for _, called := range []string{program, link} {
		for _, words := range [][]string{
			{"read", "--json", "two words.jpg"}, {"--help"}, {"scored"}, {"--json", "score"}, {"serve", "score"},
		} {
			got := run(t, called, "standard input", words...)
			assert.Equal(t, strconv.Itoa(got.process)+" kept\n"+strings.Join(words, "\n")+"\nstandard input", got.stdout)
			assert.Equal(t, companionExit, got.code)
			assert.Empty(t, got.stderr)
		}
	}
	assert.Equal(t, companionExit, run(t, program, "").code, "no words")
}

func TestRulesNeedNoCompanion(t *testing.T) {
	const castle = `{"schema":"castellan-castle/1","players":["red","blue"],"towers":[[0,0]],"walls":[],"keeps":[]}`
	program := built(t)
	for range 2 {
		got := run(t, program, castle, "score", "--json", "-")
		assert.Zero(t, got.code, got.stderr)
		assert.JSONEq(t, `{"courtyards":[],"scores":{"red":0,"blue":0},"keeps":{"red":0,"blue":0},"winner":["blue","red"],
			"violations":[]}`, got.stdout)
		assert.Equal(t, 1, run(t, program, "", "score", "none.json").code)
		assert.Equal(t, 2, run(t, program, "", "check").code)
		assert.Contains(t, run(t, program, "", "check", "--help").stdout, "Usage: castellan check")
		putCompanion(t, program) // and do not ask it
	}
}

func TestCompanionIsMissing(t *testing.T) {
	program := built(t)
	got := run(t, program, "", "serve")
	assert.Equal(t, 1, got.code)
	assert.Empty(t, got.stdout)
	assert.Regexp(t, `^castellan: .*/castellan-companion cannot be started.*no such file or directory.*'make build'.*\n$`, got.stderr)
}

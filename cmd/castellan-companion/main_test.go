package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/cmd/internal/program"
)

// asCastellan is set in the environment of a test binary that is to be the program itself.
const asCastellan = "CASTELLAN_TEST_RUNS_MAIN"

// installed is the folder in which castellan lies as make build leaves it, but for its companion, which is this test binary.
var installed string

func TestMain(m *testing.M) {
	if os.Getenv(asCastellan) != "" {
		main()
		return
	}
	if err := install(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if matsLeft() {
		code = 1
	}
	_ = os.RemoveAll(installed)
	os.Exit(code)
}

func install() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if installed, err = os.MkdirTemp("", "castellan-test-"); err != nil {
		return err
	}
	build := exec.CommandContext(context.Background(), "go", "build", "-o", installed, "../castellan")
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	return os.Symlink(self, filepath.Join(installed, "castellan-companion"))
}

// castellanCommand is a call of castellan.
func castellanCommand(ctx context.Context, words ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, filepath.Join(installed, "castellan"), words...)
	command.Env = append(os.Environ(), asCastellan+"=1", "TMPDIR="+installed) // where what a killed one leaves goes in the end
	return command
}

type outcome struct {
	stdout, stderr string
	code           int
}

// runProgram runs castellan in a folder.
func runProgram(t *testing.T, folder string, words ...string) outcome {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	command := castellanCommand(ctx, words...)
	command.Dir = folder
	command.Env = append(command.Env, "XDG_DATA_HOME="+folder)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		_, ok := errors.AsType[*exec.ExitError](err)
		require.True(t, ok, "%v", err)
	}
	return outcome{stdout.String(), stderr.String(), command.ProcessState.ExitCode()}
}

// badFiles fills a folder with files that are not what they seem, and a picture and a camera that are.
func badFiles(t *testing.T) string {
	t.Helper()
	film, err := os.ReadFile(filepath.Join("..", "..", "companion", "demo", "game.mp4"))
	require.NoError(t, err)
	picture, err := os.ReadFile(taggedPNG)
	require.NoError(t, err)
	folder := t.TempDir()
	for name, content := range map[string][]byte{
		"text.jpg":    []byte("This is a letter, not a picture.\n"),
		"text.mp4":    []byte("This is a letter, not a film.\n"),
		"empty.jpg":   nil,
		"empty.mp4":   nil,
		"cut.mp4":     film[:len(film)/2],
		"cut.png":     picture[:len(picture)/2],
		"good.png":    picture,
		"castle.json": []byte(`{"schema":"castellan-castle/1"}`),
		"cut.json":    []byte(`{"schema":"castellan-camera/1","K":[[`),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), content, 0o600))
	}
	require.NoError(t, os.Mkdir(filepath.Join(folder, "folder"), 0o700))
	return folder
}

func TestBadInputIsToldInOneSentence(t *testing.T) {
	folder := badFiles(t)
	for _, c := range []struct{ command, says string }{
		{"read no.jpg", "no.jpg: there is no such file"},
		{"read --json no.jpg", "no.jpg: there is no such file"},
		{"read text.jpg", "text.jpg: this is not a picture"},
		{"read empty.jpg", "empty.jpg: this is not a picture"},
		{"read text.mp4", "text.mp4: this is not a picture"},
		{"read cut.mp4", "cut.mp4: this is not a picture"},
		{"read cut.png", "cut.png: the picture breaks off"},
		{"read folder", "folder: this is a folder"},
		{"read /dev/video99", "/dev/video99: there is no such file"},
		{"read --camera castle.json good.png", `castle.json: schema: "castellan-castle/1" is no camera`},
		{"read --set castle.json good.png", `castle.json: schema: "castellan-castle/1" is no piece set`},
		{"read --camera no.json good.png", "no.json: no such file"},
		{"read --camera cut.json good.png", "cut.json: "},
		{"read --camera text.jpg good.png", "text.jpg: line 1 is not JSON"},
		{"read --overlay no/folder.jpg good.png", "no/folder.jpg: the picture cannot be written"},

		{"watch no.mp4", "no.mp4: there is no such file"},
		{"watch --json no.mp4", "no.mp4: there is no such file"},
		{"watch text.jpg", "text.jpg: this is not a video"},
		{"watch --json text.jpg", "text.jpg: this is not a video"},
		{"watch text.mp4", "text.mp4: this is not a video"},
		{"watch empty.mp4", "empty.mp4: this is not a video"},
		{"watch folder", "folder: there are no pictures in this folder"},
		{"watch /dev/video99", "/dev/video99: there is no such camera"},
		{"watch 99", "99: there is no such camera"},
		{"watch --camera castle.json cut.mp4", `castle.json: schema: "castellan-castle/1" is no camera`},
		{"watch --set castle.json cut.mp4", `castle.json: schema: "castellan-castle/1" is no piece set`},

		{"eval no", "no: no such file or directory"},
		{"eval text.jpg", "text.jpg: no scenes here"},
		{"eval folder", "folder: no scenes here"},

		{"serve --source no.mp4", "no.mp4: there is no such file"},
		{"serve --source text.jpg", "text.jpg: this is not a video"},
		{"serve --source text.mp4", "text.mp4: this is not a video"},
		{"serve --source cut.mp4", "cut.mp4: the film breaks off before its end"},
		{"serve --source folder", "folder: there are no pictures in this folder"},
		{"serve --source /dev/video99", "/dev/video99: there is no such camera"},
		{"serve --source demo --camera castle.json", `castle.json: schema: "castellan-castle/1" is no camera`},
		{"serve --source none --set castle.json", `castle.json: schema: "castellan-castle/1" is no piece set`},
		{"serve --source none --store folder", "folder"},

		{"tags text.jpg", "text.jpg: this is not a picture"},
		{"calibrate text.jpg", "text.jpg: this is not a picture"},
		{"score no.json", "no.json: no such file"},
		{"score cut.json", "cut.json: "},
		{"check castle.json", "castle.json: schema: this is castellan-castle/1"},
	} {
		t.Run(c.command, func(t *testing.T) {
			words := strings.Fields(c.command)
			if words[0] == "serve" {
				words = append(words, "--addr", "127.0.0.1:0")
			}
			got := runProgram(t, folder, words...)
			assert.Equal(t, program.ExitFailed, got.code)
			assert.Empty(t, got.stdout)
			assert.Contains(t, got.stderr, c.says)
			assert.Regexp(t, `^castellan: .+\n$`, got.stderr, "one line")
		})
	}
}

func TestWrongUsage(t *testing.T) {
	for _, words := range []string{
		"", "build", "read", "read --colour good.png", "read --overlay", "watch", "watch --colour x.mp4", "watch a.mp4 b.mp4",
		"watch --rate fast x.mp4", "watch --rate=-1 x.mp4", "eval", "eval --colour .", "serve --colour", "serve film.mp4",
		"serve --rate=-1", "score", "check", "tags", "calibrate",
	} {
		t.Run(words, func(t *testing.T) {
			got := runProgram(t, t.TempDir(), strings.Fields(words)...)
			assert.Equal(t, program.ExitUsage, got.code)
			assert.Empty(t, got.stdout)
			assert.True(t, strings.HasPrefix(got.stderr, "castellan: "), got.stderr)
		})
	}
}

func TestHelp(t *testing.T) {
	got := runProgram(t, t.TempDir(), "--help")
	assert.Zero(t, got.code)
	assert.Contains(t, got.stdout, "Usage: castellan")
	for _, name := range []string{
		"eval", "read", "watch", "score", "check", "calibrate", "tags", "mat", "doctor", "serve", "replay", "export",
	} {
		assert.Contains(t, got.stdout, "\n  "+name+" ")
		of := runProgram(t, t.TempDir(), name, "--help")
		assert.Zero(t, of.code)
		assert.Contains(t, of.stdout, "Usage: castellan "+name)
	}
	assert.Empty(t, got.stderr)
}

// What there was to see of a film that breaks off is told all the same.
func TestJSONAndNothingElse(t *testing.T) {
	folder := badFiles(t)
	truths, err := filepath.Abs(scenes)
	require.NoError(t, err)
	for _, c := range []struct {
		command string
		code    int
		says    string // on standard error
	}{
		{"watch --json --rate 0.5 cut.mp4", program.ExitFailed, "cut.mp4: the film breaks off after"},
		{"read --json good.png", 0, ""},
		{"read --json good.png no.jpg", program.ExitFailed, "no.jpg"},
		{"tags --json good.png", 0, ""},
		{"eval --json " + truths, 0, ""},
	} {
		got := runProgram(t, folder, strings.Fields(c.command)...)
		assert.Equal(t, c.code, got.code, c.command)
		assert.Contains(t, got.stderr, c.says, c.command)
		assert.LessOrEqual(t, strings.Count(got.stderr, "\n"), c.code, "%s: %s", c.command, got.stderr)
		require.NotEmpty(t, got.stdout, c.command)
		for line := range strings.Lines(got.stdout) {
			assert.True(t, json.Valid([]byte(line)), "%s: %s", c.command, line)
		}
	}
}

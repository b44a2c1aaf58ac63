package report_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
	"github.com/castellan-companion/castellan/companion/report"
	"github.com/castellan-companion/castellan/companion/words"
)

func TestScores(t *testing.T) {
	events, err := companiontest.Events(t.Context(), companiontest.Game1())
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, report.Scores(&file, events))
	lines := strings.Split(strings.TrimSpace(file.String()), "\n")
	require.Len(t, lines, 1+12, "eleven turns, and the one that was not ended")
	assert.Equal(t, "turn,player,ended_at,red,blue", lines[0])
	assert.Regexp(t, `^1,red,20\S+Z,0,0$`, lines[1])
	assert.Regexp(t, `^12,blue,20\S+Z,29,4$`, lines[12])
}

func TestTurnsTakenBackAreLeftOut(t *testing.T) {
	begun := companion.Event{Seq: 1, Fact: companion.GameStarted{Players: []string{"red", "blue"}}}
	ended := companion.Event{Seq: 2, Fact: companion.TurnEnded{Next: "blue"}}
	undone := companion.Event{Seq: 3, Fact: companion.TurnUndone{Turn: 1, Player: "red"}}
	turns, state := report.Turns([]companion.Event{begun, ended, undone})
	require.Len(t, turns, 1)
	assert.Equal(t, "red", turns[0].Player)
	assert.Equal(t, 1, state.Turn.Number)
}

func TestReport(t *testing.T) {
	events, err := companiontest.Events(t.Context(), companiontest.Game1())
	require.NoError(t, err)
	last := events[len(events)-1]
	last.Fact = companion.HouseChanged{House: companion.House{Names: map[string]string{"red": "Jürgen"}}}
	last.Seq++
	events = append(events, last)

	pdftotext, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("there is no pdftotext")
	}
	for language, lines := range map[string][]string{
		"en": {
			`Jürgen 29 - Blue 4`, `Jürgen leads\.`, `Final count`, `1\s+Jürgen\s+\d+ towers(, doubled)?\s+(\d+)\s+\d+`,
			`5\s+Jürgen\s.*\s29\n|4\s+Jürgen\s.*\s29\n`, `Blue\s+4 towers\s+4\s+4`, `Turn by turn`,
		},
		"de": {`Jürgen 29 - Blau 4`, `Jürgen führt\.`, `Schlusswertung`, `Blau\s+4 Türme\s+4\s+4`, `Zug um Zug`},
		"fr": {`Jürgen 29 - Bleu 4`, `Jürgen mène\.`, `Décompte final`, `N°`, `Bleu\s+4 tours\s+4\s+4`, `Commencée le`},
	} {
		var file bytes.Buffer
		require.NoError(t, report.Write(words.In(t.Context(), language), &file, events))
		assert.True(t, bytes.HasPrefix(file.Bytes(), []byte("%PDF-")))
		name := filepath.Join(t.TempDir(), "report.pdf")
		require.NoError(t, os.WriteFile(name, file.Bytes(), 0o600))
		text, err := exec.CommandContext(t.Context(), pdftotext, "-layout", name, "-").Output()
		require.NoError(t, err)
		for _, line := range lines {
			assert.Regexp(t, line, string(text))
		}
		if folder := os.Getenv("SCREENSHOTS"); folder != "" {
			require.NoError(t, os.WriteFile(filepath.Join(folder, "report-"+language+".pdf"), file.Bytes(), 0o600))
		}
	}
}

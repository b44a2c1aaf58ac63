package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion/doctor"
)

func TestDoctor(t *testing.T) {
	command := doctorCommand{Addr: "127.0.0.1:0", Store: filepath.Join(t.TempDir(), "games.db"), JSON: true}
	var out bytes.Buffer
	require.NoError(t, command.run(t.Context(), &out))
	var report doctorReport
	require.NoError(t, json.Unmarshal(out.Bytes(), &report))
	var names []string
	for _, f := range report.Findings {
		names = append(names, f.Name)
		assert.NotEmpty(t, f.Text)
		assert.Equal(t, f.State == doctor.Fine, f.Fix == "", "%s: what is not fine has a fix", f.Name)
	}
	assert.Equal(t, []string{"opencv", "cameras", "disk", "speed", "port"}, names)
	assert.Equal(t, doctor.Fine, report.Findings[0].State, report.Findings[0].Text)
	assert.NotEqual(t, doctor.Broken, report.Findings[3].State, report.Findings[3].Text)
	assert.Equal(t, doctor.Worst(report.Findings), report.State)
}

func TestWriteFindings(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, writeFindings(&out, []doctor.Finding{
		{Name: "disk", State: doctor.Fine, Text: "There is room."},
		{Name: "cameras", State: doctor.Warning, Text: "There is no camera.", Fix: "Plug one in."},
		{Name: "port", State: doctor.Broken, Text: "It is taken.", Fix: "Take another."},
	}))
	assert.Equal(t, "ok   There is room.\nhm   There is no camera.\n     Plug one in.\nBAD  It is taken.\n     Take another.\n", out.String())
}

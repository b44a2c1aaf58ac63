package web

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/companion"
	"github.com/castellan-companion/castellan/companion/companiontest"
)

func TestEventsAreAsTheirSchemaSays(t *testing.T) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(eventSchema))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	require.NoError(t, compiler.AddResource("events", document))
	schema, err := compiler.Compile("events")
	require.NoError(t, err)

	url, table := serveTable(t, companiontest.Eye{Script: companiontest.Game1()}.Source())
	untilEnded(t, table)
	ask(t, "POST", url+"/api/v1/games/import", smallGame)
	for _, order := range [][2]string{
		{"turn/undo", ``},
		{"house", `{"names":{"red":"Ada"}}`},
		{"corrections", `{"add":[{"kind":"tower","at":[7,7]}],"reason":"a try"}`},
		{"overruled", `{"code":"disconnected","pieces":[{"kind":"tower","at":[7,7]}]}`},
		{"score", `{"player":"red","points":9,"reason":"a slip"}`},
		{"turn/end", `{"anyway":true}`},
		{"turn/undo", ``},
		{"turn/redo", ``},
	} {
		status, answer := ask(t, "POST", url+"/api/v1/games/current/"+order[0], order[1])
		require.Equal(t, 200, status, "%v: %v", order, answer)
	}
	ask(t, "POST", url+"/api/v1/games", `{"players":["red","blue"],"cards":"tapped"}`)
	ask(t, "POST", url+"/api/v1/games/current/cards", `{"cards":["t1"]}`)
	ask(t, "POST", url+"/api/v1/games/current/turn/end", ``)
	seen := map[string]bool{}
	for _, game := range []string{"1", "2", "3"} {
		_, answer := ask(t, "GET", url+"/api/v1/games/"+game+"/events", "")
		for _, e := range answer["events"].([]any) {
			seen[e.(map[string]any)["kind"].(string)] = true
			require.NoError(t, schema.Validate(e), "%v", e)
		}
	}
	assert.Greater(t, len(seen), 15, "%v", seen)
	assert.Error(t, schema.Validate(map[string]any{"kind": "dragon_came"}))
}

func TestEveryKindOfEventIsDescribed(t *testing.T) {
	var schema struct {
		OneOf []struct {
			Properties struct {
				Kind struct{ Const string }
			}
		}
	}
	require.NoError(t, json.Unmarshal(eventSchema, &schema))
	var described []string
	for _, one := range schema.OneOf {
		described = append(described, one.Properties.Kind.Const)
	}
	assert.ElementsMatch(t, companion.Kinds(), described, "in events.schema.json")
	assert.ElementsMatch(t, companion.Kinds(), enumOf(t, "Event", "kind"), "in openapi.json")
}

// Every note that there are words for can be told, and none but these.
func TestEveryNoteIsDescribed(t *testing.T) {
	const prefix = "note."
	worded := map[string]bool{}
	for _, file := range []string{"words/en.json", "words/setup.en.json"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var words map[string]any
		require.NoError(t, json.Unmarshal(text, &words), file)
		for key := range words {
			if code, ok := strings.CutPrefix(key, prefix); ok {
				worded[code] = true
			}
		}
	}
	assert.ElementsMatch(t, slices.Collect(maps.Keys(worded)), enumOf(t, "Note", "code"), "in openapi.json")
}

// enumOf are the values that openapi.json allows a property of a schema.
func enumOf(t *testing.T, schema, property string) []string {
	t.Helper()
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Enum []string }
			}
		}
	}
	require.NoError(t, json.Unmarshal(openAPIDocument, &document))
	return document.Components.Schemas[schema].Properties[property].Enum
}

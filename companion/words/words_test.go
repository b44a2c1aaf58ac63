package words

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func catalogue(t *testing.T, language string) map[string]json.RawMessage {
	t.Helper()
	data, err := catalogues.ReadFile(language + ".json")
	require.NoError(t, err)
	var all map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(data, &all))
	return all
}

// Every language says everything, with the same values.
func TestCataloguesAreComplete(t *testing.T) {
	place := regexp.MustCompile(`{{\.(\w+)}}`)
	places := func(phrase json.RawMessage) []string {
		var all []string
		for _, found := range place.FindAllStringSubmatch(string(phrase), -1) {
			all = append(all, found[1])
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	english := catalogue(t, "en")
	for _, language := range []string{"de", "fr"} {
		other := catalogue(t, language)
		assert.Equal(t, slices.Sorted(maps.Keys(english)), slices.Sorted(maps.Keys(other)), language)
		for name, phrase := range other {
			assert.Equal(t, places(english[name]), places(phrase), "%s: %s", language, name)
		}
	}
}

func TestLanguages(t *testing.T) {
	for asked, want := range map[string]string{
		"":                           "Red",
		"de":                         "Rot",
		"de-AT,de;q=0.9,en;q=0.8":    "Rot",
		"es,fr-CA;q=0.8,de;q=0.5":    "Rouge",
		"ja":                         "Red",
		"C":                          "Red",
		"this is no language at all": "Red",
	} {
		assert.Equal(t, want, Say(In(t.Context(), asked), "color.red", nil), asked)
	}
	assert.Equal(t, "Red", Say(t.Context(), "color.red", nil), "where nobody said")
	assert.Equal(t, "Rot", Say(In(t.Context(), "de", "fr"), "color.red", nil), "the first counts most")
}

func TestOneAndMore(t *testing.T) {
	german := In(t.Context(), "de")
	assert.Equal(t, "1 Turm", Say(german, "report.towers", Values{Count: 1}))
	assert.Equal(t, "4 Türme", Say(german, "report.towers", Values{Count: 4}))
	assert.Panics(t, func() { Say(german, "no.such.phrase", nil) })
}

func TestEnvironment(t *testing.T) {
	t.Setenv("LC_ALL", "")
	t.Setenv("LC_MESSAGES", "")
	t.Setenv("LANG", "de_AT.UTF-8")
	assert.Equal(t, "de-AT", Environment())
	t.Setenv("LC_ALL", "C")
	assert.Equal(t, "C", Environment())
}

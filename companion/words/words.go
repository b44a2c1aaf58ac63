package words

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

// Values fill in the places of a phrase. Count chooses between one and more.
type Values map[string]any

// Count is the value that chooses between the forms of a phrase for one and for more.
const Count = "count"

//go:embed *.json
var catalogues embed.FS

var bundle = load()

func load() *i18n.Bundle {
	b := i18n.NewBundle(language.English)
	b.RegisterUnmarshalFunc("json", json.Unmarshal)
	files, err := catalogues.ReadDir(".")
	if err != nil {
		panic(err) // they are part of the program
	}
	for _, file := range files {
		if _, err := b.LoadMessageFileFS(catalogues, file.Name()); err != nil {
			panic(err)
		}
	}
	return b
}

type key struct{}

// In is a context whose words are in the first of these languages that there is, English where there is none. They are named as in an
// Accept-Language header; the first one counts most.
func In(ctx context.Context, languages ...string) context.Context {
	return context.WithValue(ctx, key{}, i18n.NewLocalizer(bundle, languages...))
}

// Environment is the language that a terminal's environment asks for; "" where it asks for none.
func Environment() string {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	name, _, _ := strings.Cut(locale, ".")
	return strings.ReplaceAll(name, "_", "-")
}

// Say is the phrase of a name, in the language of the context. It panics where there is no such phrase: a test asks for all of them.
func Say(ctx context.Context, name string, values Values) string {
	speaker, ok := ctx.Value(key{}).(*i18n.Localizer)
	if !ok {
		speaker = i18n.NewLocalizer(bundle)
	}
	text, err := speaker.Localize(&i18n.LocalizeConfig{MessageID: name, TemplateData: values, PluralCount: values[Count]})
	if err != nil {
		panic(fmt.Errorf("the catalogues of words are not complete: %w", err))
	}
	return text
}

// Color is the name of a player's colour, which begins a sentence; as it is where it is not one of the game's.
func Color(ctx context.Context, color string) string {
	if slices.Contains([]string{"red", "blue", "yellow", "green"}, color) {
		return Say(ctx, "color."+color, nil)
	}
	return color
}

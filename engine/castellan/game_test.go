package castellan_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// play replays a game of red and blue without cards, given in notation.
func play(t *testing.T, notation string) *castellan.Game {
	record, err := castellan.ParseRecordNotation("[Players red blue] [First red] [Cards ignored]\n" + notation)
	require.NoError(t, err)
	g, result, err := record.Replay(castellan.DefaultRules())
	require.NoError(t, err)
	require.Empty(t, result.Violations)
	return g
}

func turn(t *testing.T, notation string) castellan.Action {
	record, err := castellan.ParseRecordNotation("[Players red blue]\n" + notation)
	require.NoError(t, err)
	require.Len(t, record.Actions, 1)
	return record.Actions[0]
}

const ring = "red build 0,0 0,0>1,0 1,0 1,0>2,0 2,0 2,0>2,1 2,1 2,1>1,1 1,1 1,1>0,1 0,1 0,1>0,0 claim 1.5,0.5*\n"

func TestForgottenClaimsAreMended(t *testing.T) {
	g := play(t, ring+"blue build 0,0>-1,0")
	same, ruling := g.Apply(turn(t, "red build 1,0>1,1"))
	assert.Same(t, g, same, "a refused action leaves the game as it is")
	require.Equal(t, castellan.Reminded, ruling.Verdict)
	require.NotNil(t, ruling.Mend)
	assert.Equal(t, []castellan.Claim{
		{At: [2]float64{.5, .5}, Keep: castellan.StaysKeep, Count: 2},
		{At: [2]float64{1.5, .5}, Keep: castellan.NewKeep, Count: 1},
	}, ruling.Mend.Claims)

	_, ruling = g.Apply(turn(t, "red build 1,0>1,1 claim 0.5,0.5 7,7"))
	assert.Equal(t, castellan.Refused, ruling.Verdict, "what was claimed wrongly is no slip of memory")
	assert.Nil(t, ruling.Mend)
}

func TestFinalCountEndsAtTheScores(t *testing.T) {
	g := play(t, ring+"blue build 2,0>3,0 3,0 3,0>3,1 3,1 3,1>2,1 claim 2.5,0.5\nred build 1,0>1,1 claim 0.5,0.5 1.5,0.5=*\nundo\n"+
		"red build 1,0>1,1 claim 0.5,0.5=* 1.5,0.5")
	var got []string
	totals := map[string]int{}
	for _, step := range g.Position().FinalCount() {
		got = append(got, step.Player)
		totals[step.Player] = step.Total
	}
	assert.Equal(t, []string{"red", "red", "blue"}, got)
	assert.Equal(t, g.Position().Scores(), totals)
}

func TestMorePiecesThanTheBoxHoldsAreNoted(t *testing.T) {
	text := "red build 0,0"
	for i := range 33 {
		text += strings.ReplaceAll(" I,0>J,0 J,0", "I,", strconv.Itoa(i)+",")
		text = strings.ReplaceAll(text, "J,", strconv.Itoa(i+1)+",")
	}
	_, ruling := play(t, "").Apply(turn(t, text))
	require.Equal(t, castellan.Accepted, ruling.Verdict)
	require.Len(t, ruling.Notes, 2)
	assert.Equal(t, castellan.CodeSupplyExceeded, ruling.Notes[0].Code)
	assert.Equal(t, "There are 34 towers, but the box for 2 players holds 32.", ruling.Notes[0].Text)
}

func TestReconstructedDeckFitsWhatIsKnown(t *testing.T) {
	deck := castellan.ReconstructedDeck()
	assert.Empty(t, deck.Explain())

	var file strings.Builder
	require.NoError(t, deck.Encode(&file, castellan.ReconstructionNote))
	assert.Contains(t, file.String(), "reconstruction")
	read, err := castellan.DecodeDeck(strings.NewReader(file.String()))
	require.NoError(t, err)
	assert.Equal(t, deck, read)
}

func sentences(d castellan.Deck) []string {
	var all []string
	for _, fault := range d.Explain() {
		all = append(all, fault.String())
	}
	return all
}

func TestDeckExplainsWhatIsWrong(t *testing.T) {
	deck := castellan.ReconstructedDeck()
	deck[0] = castellan.Card{ID: "t1", Back: castellan.TowerBack, Long: 1}
	assert.Equal(t, []string{
		"card t1: a card with a tower on its back grants at least one tower",
		"the cards show 14 towers together, want 16",
		"the cards show 14 long walls together, want 13",
		"the card that the rules show with 2 towers, 0 long and 0 short walls is missing",
	}, sentences(deck))
	assert.Equal(t, []string{`deck/1/id: there are two cards "t2"`}, sentences(castellan.Deck{deck[1], deck[1]}))
	assert.Equal(t, castellan.DeckFault{
		Code: castellan.CodeTotalsDiffer, Kind: "tower", Found: 14, Want: 16, Text: "the cards show 14 towers together, want 16",
	}, deck.Explain()[1])

	for file, want := range map[string]string{
		`{"cards":[]}`:                    "schema: this field is missing",
		`{"schema":"castellan-deck/1"}`:   "cards: this field is missing",
		`{"schema":"castellan-castle/1"}`: `want "castellan-deck/1"`,
		`{"schema":"castellan-deck/1","cards":[{"id":"a","back":"wall","draw":-1}]}`: "deck/0: a card cannot show less",
	} {
		_, err := castellan.DecodeDeck(strings.NewReader(file))
		assert.ErrorContains(t, err, want, file)
	}
}

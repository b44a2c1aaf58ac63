package selfplay

import (
	"fmt"
	"slices"

	"github.com/castellan-companion/castellan/engine/castellan"
)

// Random is where the choices come from; a *rand.Rand of math/rand/v2 is one.
type Random interface {
	IntN(n int) int
	Perm(n int) []int
	Shuffle(n int, swap func(i, j int))
}

// Tally counts what happened in games.
type Tally struct {
	Games      int `json:"games"`
	Turns      int `json:"turns"`
	Pieces     int `json:"pieces"`
	Courtyards int `json:"courtyards"` // at the end of each game
	Passes     int `json:"passes"`     // turns in which pieces were handed on
	Divisions  int `json:"divisions"`  // of own courtyards
	Doubles    int `json:"doubles"`    // double keeps
}

var colours = []string{"red", "blue", "green", "yellow"}

// Play plays one complete random game and checks it after every action. The same random numbers give the same game. The
// record is the game as far as it went, also beside an error.
func Play(r Random, rules castellan.Ruleset, tally *Tally) (castellan.Record, error) {
	record := castellan.Record{Start: randomStart(r)}
	g, err := castellan.NewGame(record.Start, rules)
	if err != nil {
		return record, err
	}
	for !g.Ended() {
		turn := randomTurn(r, g)
		next, err := settle(r, g, &turn, tally)
		record.Actions = append(record.Actions, castellan.Action{Turn: &turn})
		if err != nil {
			return record, err
		}
		if err := checkStep(g, next, turn); err != nil {
			return record, fmt.Errorf("turn %d: %w", g.Turns(), err)
		}
		g = next
		tally.Turns++
		tally.Pieces += len(turn.Build)
		if turn.Pass != (castellan.Supply{}) {
			tally.Passes++
		}
	}
	tally.Games++
	tally.Courtyards += len(g.Position().Courtyards())
	return record, checkReplay(record, g, rules)
}

func randomStart(r Random) castellan.Start {
	players := slices.Clone(colours[:2+r.IntN(3)])
	r.Shuffle(len(players), func(a, b int) { players[a], players[b] = players[b], players[a] })
	start := castellan.Start{
		Players: players,
		First:   players[r.IntN(len(players))],
		Cards:   castellan.CardsTracked,
		Deck:    castellan.ReconstructedDeck(),
		Piles:   make(map[string]castellan.Piles),
	}
	for _, p := range players {
		var piles castellan.Piles
		for _, k := range r.Perm(len(start.Deck)) {
			if c := start.Deck[k]; c.Back == castellan.WallBack {
				piles.Wall = append(piles.Wall, c.ID)
			} else {
				piles.Tower = append(piles.Tower, c.ID)
			}
		}
		start.Piles[p] = piles
	}
	return start
}

// randomTurn plays cards, builds as long as anything fits, passes the rest on, and draws. It makes no claims.
func randomTurn(r Random, g *castellan.Game) castellan.Turn {
	t := castellan.Turn{Player: g.Next()}
	due := g.Owed(t.Player)
	draws := 1
	hand := g.Hand(t.Player)
	r.Shuffle(len(hand), func(a, b int) { hand[a], hand[b] = hand[b], hand[a] })
	wanted := 1 + r.IntN(min(3, len(hand)))
	for k, id := range hand {
		first := g.Turns() == 0 && due.Towers == 0
		if k >= wanted && !g.FinalRound() && !first {
			break
		}
		card, _ := g.Card(id)
		t.Play = append(t.Play, id)
		draws += card.Draw
		due.Towers += card.Towers
		due.Long += card.Long
		due.Short += card.Short
	}
	build(r, g.Position(), &t, due)
	piles := g.Piles(t.Player)
	for range min(draws, len(piles.Wall)+len(piles.Tower)) {
		pile, back := &piles.Wall, castellan.WallBack
		if len(piles.Wall) == 0 || len(piles.Tower) > 0 && r.IntN(2) == 0 {
			pile, back = &piles.Tower, castellan.TowerBack
		}
		*pile = (*pile)[1:]
		t.Draw = append(t.Draw, back)
	}
	return t
}

// build lays the pieces due, each kind as long as one fits. It often chooses of several places the one that is nearest to
// the middle, so that courtyards are closed.
func build(r Random, p *castellan.Position, t *castellan.Turn, due castellan.Supply) {
	var places []castellan.Piece
	for {
		placed := false
		for _, k := range r.Perm(3) {
			kind := castellan.Kind(k)
			if due.Of(kind) == 0 {
				continue
			}
			places = p.Placements(kind, t.Player, places[:0])
			if len(places) == 0 {
				continue
			}
			piece := places[r.IntN(len(places))]
			for range r.IntN(6) {
				if other := places[r.IntN(len(places))]; spread(other) < spread(piece) {
					piece = other
				}
			}
			if code := p.Add(piece, t.Player); code != "" {
				panic(fmt.Sprintf("a placement that was offered is refused: %v: %s", piece, code))
			}
			t.Build = append(t.Build, piece)
			due.Add(kind, -1)
			placed = true
			break
		}
		if !placed {
			t.Pass = due
			return
		}
	}
}

func spread(p castellan.Piece) int {
	far := func(n castellan.Node) int { return n.I*n.I + n.J*n.J }
	if p.Tower {
		return 2 * far(p.From)
	}
	return far(p.From) + far(p.To)
}

// settle plays the turn with the claims that the referee reminds of, sometimes with a double keep among them.
func settle(r Random, g *castellan.Game, t *castellan.Turn, tally *Tally) (*castellan.Game, error) {
	next, ruling := g.Apply(castellan.Action{Turn: t})
	if ruling.Verdict == castellan.Reminded {
		*t = *ruling.Mend
		if k := r.IntN(len(t.Claims)); t.Claims[k].Keep == castellan.NewKeep && r.IntN(3) == 0 {
			doubled := *t
			doubled.Claims = slices.Clone(t.Claims)
			doubled.Claims[k].Count = 2
			if _, reasons := g.Play(doubled); len(reasons) == 0 {
				*t = doubled
				tally.Doubles++
			} else if reasons[0].Code != castellan.CodeDoubleKeepTwice {
				return nil, fmt.Errorf("turn %d with a double keep is refused: %s", g.Turns(), reasons[0].Text)
			}
		}
		next, ruling = g.Apply(castellan.Action{Turn: t})
	}
	if ruling.Verdict != castellan.Accepted {
		return nil, fmt.Errorf("turn %d is refused: %s", g.Turns(), ruling.Reasons[0].Text)
	}
	for _, c := range t.Claims {
		if c.Keep == castellan.StaysKeep {
			tally.Divisions++
		}
	}
	return next, nil
}

// checkStep checks the game after a turn against the one before it.
func checkStep(before, after *castellan.Game, t castellan.Turn) error {
	if err := Check(after.Position(), after.Rules()); err != nil {
		return err
	}
	built := castellan.Supply{}
	for _, p := range t.Build {
		kind, _ := p.Kind(after.Rules().Set)
		built.Add(kind, 1)
	}
	used, was := after.Position().Used(), before.Position().Used()
	if used != (castellan.Supply{Towers: was.Towers + built.Towers, Long: was.Long + built.Long, Short: was.Short + built.Short}) {
		return fmt.Errorf("%v stood, %v were built, %v stand", was, built, used)
	}
	for _, p := range after.Players() {
		if p != t.Player && after.Position().Scores()[p] < before.Position().Scores()[p] {
			return fmt.Errorf("%s lost points in %s's turn", p, t.Player)
		}
	}
	if undone, ruling := after.Apply(castellan.Action{Undo: true}); ruling.Verdict != castellan.Accepted ||
		undone.Turns() != before.Turns() || undone.Position().Used() != was {
		return fmt.Errorf("undo does not lead back: %v", ruling)
	}
	return nil
}

// checkReplay plays the record again, which must give the very same game.
func checkReplay(record castellan.Record, g *castellan.Game, rules castellan.Ruleset) error {
	again, result, err := record.Replay(rules)
	switch {
	case err != nil:
		return err
	case result.Status != castellan.StatusFinished:
		return fmt.Errorf("played again the game is %s: %v", result.Status, result.Violations)
	case !slices.Equal(again.Winner(), g.Winner()) || !same(again.Position().Courtyards(), g.Position().Courtyards()):
		return fmt.Errorf("played again the game ends otherwise")
	}
	return nil
}

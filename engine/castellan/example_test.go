package castellan_test

import (
	"fmt"

	"github.com/castellan-companion/castellan/engine/castellan"
)

func Example() {
	// Two courtyards side by side, drawn from the north down: o is a tower, - a short wall to the east, ' one to the north.
	setup, err := castellan.ParseNotation("o-o-o/o-'o-'o' red*@0,0 blue@1,0", castellan.StandardSet())
	if err != nil {
		fmt.Println(err)
		return
	}
	e := castellan.Evaluate(setup, castellan.DefaultRules())
	fmt.Println(e.Scores, e.Winner)

	// Somebody takes a tower away, and now the keep of red stands in the open.
	setup.Towers = setup.Towers[1:]
	for _, v := range castellan.Evaluate(setup, castellan.DefaultRules()).Violations {
		fmt.Println(v.Code, v.Text)
	}
	// Output:
	// map[blue:4 red:8] [red]
	// keep_outside_courtyard The red double keep at (0.5, 0.5) stands in no courtyard.
}

func ExampleGame_Apply() {
	game, err := castellan.NewGame(castellan.Start{
		Players: []string{"red", "blue"}, First: "red", Cards: castellan.CardsIgnored,
	}, castellan.DefaultRules())
	if err != nil {
		fmt.Println(err)
		return
	}
	n := func(i, j int) castellan.Node { return castellan.Node{I: i, J: j} }
	_, ruling := game.Apply(castellan.Action{Turn: &castellan.Turn{
		Player: "red",
		Build: []castellan.Piece{
			castellan.TowerAt(n(0, 0)), castellan.WallBetween(n(0, 0), n(1, 0)),
			castellan.TowerAt(n(1, 0)), castellan.WallBetween(n(1, 0), n(1, 1)),
			castellan.TowerAt(n(1, 1)), castellan.WallBetween(n(1, 1), n(0, 1)),
			castellan.TowerAt(n(0, 1)), castellan.WallBetween(n(0, 1), n(0, 0)),
		},
	}})
	fmt.Println(ruling.Verdict, ruling.Reasons[0].Text)
	_, ruling = game.Apply(castellan.Action{Turn: ruling.Mend})
	fmt.Println(ruling.Verdict)
	// Output:
	// reminder The courtyard at (0.5, 0.5) is closed: put a keep into it.
	// accepted
}

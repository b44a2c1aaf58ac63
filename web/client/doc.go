// Package client speaks the companion's API (/api describes it), for programs in Go.
//
//	c := client.New("http://localhost:8080")
//	game, err := c.Do(ctx, companion.EndTurn{Turn: 3})
//	err = c.Live(ctx, func(u client.Update) error { fmt.Println(u.Game.Scores); return nil })
//
// A command that the companion refuses is a *companion.RefusedError.
package client

package webtest

import "testing"

// FollowDoubts answers what the companion at this address asks about a square with a red keep: whether that is doubled, whether
// one of its towers is on trial, and whether another castle stands there then. The test is skipped as with FollowFilm.
func FollowDoubts(t *testing.T, url string) {
	t.Helper()
	follow(t, "doubts.mjs", url)
}

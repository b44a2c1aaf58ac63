package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/castellan-companion/castellan/companion"
)

const (
	pageSize  = 4096
	signature = "SQLite format 3\x00" // with which every SQLite file begins
)

// errNoStore: the file is something else altogether, which must not be touched.
var errNoStore = errors.New("this file is no store of games; name another one")

// checkUp looks whether the file is whole. A damaged one is moved aside; its new name is returned, "" where nothing is wrong.
func checkUp(ctx context.Context, file string) (string, error) {
	ours, err := looksLikeAStore(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case !ours:
		return "", errNoStore
	}
	if whole(ctx, file) {
		return "", nil
	}
	aside := fmt.Sprintf("%s.damaged-%s", file, time.Now().UTC().Format("20060102-150405.000"))
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(file+suffix, aside+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return aside, nil
}

// looksLikeAStore tells a damaged store from a file that has nothing to do with us: it begins like one, or consists of whole pages.
func looksLikeAStore(file string) (bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	head := make([]byte, len(signature))
	n, err := io.ReadFull(f, head)
	if n == 0 {
		return info.Mode().IsRegular(), nil // a store that is still empty
	}
	if err != nil {
		return false, nil // shorter than any store
	}
	return bytes.Equal(head, []byte(signature)) || info.Size()%pageSize == 0, nil
}

// whole asks SQLite whether all pages of the file can be read and fit together.
func whole(ctx context.Context, file string) bool {
	db, err := sql.Open("sqlite3", address(file, url.Values{"_busy_timeout": {"5000"}}))
	if err != nil {
		return false
	}
	defer func() { _ = db.Close() }() // it was only read
	var answer string
	err = db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&answer)
	return err == nil && answer == "ok"
}

// recover takes over what can be read of a damaged store: of every game the events up to the first that is lost. It says
// for people how much that was.
func (s *Store) recover(ctx context.Context, aside string) (string, error) {
	games, events := 0, 0
	folder, err := os.MkdirTemp("", "castellan-recover-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(folder) }() // a copy of what is kept aside
	working := filepath.Join(folder, "games.db")
	for _, suffix := range []string{"", "-wal"} {
		if err := copyFile(working+suffix, aside+suffix); err != nil {
			return "", err
		}
	}
	db, err := sql.Open("sqlite3", address(working, nil))
	if err != nil {
		return "", err
	}
	defer func() { _ = db.Close() }() // only the copy
	old := &Store{db: db}
	_ = old.migrate(ctx) // where it is of an older version; what cannot be brought up to date is lost
	for _, game := range old.readableGames(ctx) {
		readable := old.readableEvents(ctx, game)
		if len(readable) == 0 {
			continue
		}
		if err := s.restore(ctx, old, game, readable); err != nil {
			return "", err
		}
		games++
		events += len(readable)
	}
	return fmt.Sprintf("The file with the games was damaged. It is kept as %s; %d games with %d events could be read from it.",
		aside, games, events), nil
}

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if len(content) >= len(signature) && filepath.Ext(to) == ".db" {
		copy(content, signature)
	}
	return os.WriteFile(to, content, 0o600)
}

// readableGames are the numbers of the games that can be found, oldest first.
func (s *Store) readableGames(ctx context.Context) []int64 {
	for _, query := range []string{`SELECT DISTINCT game FROM events ORDER BY game`, `SELECT game FROM games ORDER BY game`} {
		if games := s.numbers(ctx, query); len(games) > 0 {
			return games
		}
	}
	return nil
}

// numbers are those that can be read of a column, each once: a damaged file may give the same row again.
func (s *Store) numbers(ctx context.Context, query string) []int64 {
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return nil
	}
	defer func() { _ = rows.Close() }() // what cannot be read is lost
	var numbers []int64
	for rows.Next() {
		var n int64
		if rows.Scan(&n) != nil {
			break
		}
		if !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	_ = rows.Err() // what was read is read
	return numbers
}

// readableEvents are a game's events from the first to the last before one that is lost.
func (s *Store) readableEvents(ctx context.Context, game int64) []companion.Event {
	var events []companion.Event
	for {
		next, err := s.Events(ctx, game, int64(len(events)), 1)
		if err != nil || len(next) == 0 || next[0].Seq != int64(len(events)+1) {
			return events
		}
		events = append(events, next[0])
	}
}

// restore enters a game as it was, with the pictures that can be read.
func (s *Store) restore(ctx context.Context, old *Store, game int64, events []companion.Event) error {
	var place string
	_ = old.db.QueryRowContext(ctx, `SELECT place FROM games WHERE game = ?`, game).Scan(&place) // lost, or of the first version
	return s.transact(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO games (game, started_at, place) VALUES (?, ?, ?)`,
			game, events[0].At.UnixMilli(), place); err != nil {
			return err
		}
		for _, e := range events {
			jpeg, err := old.Picture(ctx, game, e.Seq)
			if err != nil {
				jpeg = nil
			}
			if err := insert(ctx, tx, e, jpeg); err != nil {
				return err
			}
		}
		return nil
	})
}

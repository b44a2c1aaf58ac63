// Package sqlite keeps the record of games (companion.Record) in one SQLite file.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"time"

	_ "github.com/mattn/go-sqlite3" // the driver that sql.Open names
	"github.com/pressly/goose/v3"

	"github.com/castellan-companion/castellan/companion"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Store is an open file with games in it. Its methods may be called from any goroutine.
type Store struct {
	db     *sql.DB
	damage string
}

var _ companion.Record = (*Store)(nil)

// Open opens the file, creates it where there is none, and brings one that an older version wrote up to date. A file that
// is damaged is kept aside under another name, and what can be read of it is in the store that is opened; Damage says so.
func Open(ctx context.Context, file string) (*Store, error) {
	damage, err := checkUp(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("open the store %s: %w", file, err)
	}
	s, err := open(ctx, file)
	if err != nil {
		return nil, err
	}
	if damage == "" {
		return s, nil
	}
	s.damage, err = s.recover(ctx, damage)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func open(ctx context.Context, file string) (*Store, error) {
	// WAL lets readers go on while an event is written; FULL makes each transaction wait for the disk.
	options := url.Values{
		"_journal_mode": {"WAL"}, "_synchronous": {"FULL"}, "_foreign_keys": {"on"},
		"_busy_timeout": {"5000"}, "_txlock": {"immediate"},
	}
	db, err := sql.Open("sqlite3", address(file, options))
	if err != nil {
		return nil, fmt.Errorf("open the store %s: %w", file, err)
	}
	s := &Store{db: db}
	if err := s.migrate(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the store %s: %w", file, err), db.Close())
	}
	return s, nil
}

func address(file string, options url.Values) string {
	return (&url.URL{Scheme: "file", Opaque: url.PathEscape(file), RawQuery: options.Encode()}).String()
}

func (s *Store) migrate(ctx context.Context) error {
	folder, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.db, folder, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// Damage says for people what was wrong with the file when it was opened and what became of it; "" where nothing was.
func (s *Store) Damage() string { return s.damage }

// Checkpoint brings all that is in the write-ahead log into the file itself, as Close does.
func (s *Store) Checkpoint(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

// Begin implements companion.Record.
func (s *Store) Begin(ctx context.Context, place string, first companion.Event) (int64, error) {
	err := s.transact(ctx, func(tx *sql.Tx) error {
		if err := beginGame(ctx, tx, place, &first); err != nil {
			return err
		}
		return insert(ctx, tx, first, nil)
	})
	return first.Game, err
}

// beginGame enters a game and gives the event its number.
func beginGame(ctx context.Context, tx *sql.Tx, place string, first *companion.Event) error {
	row := tx.QueryRowContext(ctx, `INSERT INTO games (started_at, place) VALUES (?, ?) RETURNING game`, first.At.UnixMilli(), place)
	return row.Scan(&first.Game)
}

// Append implements companion.Record.
func (s *Store) Append(ctx context.Context, e companion.Event, jpeg []byte) error {
	return s.transact(ctx, func(tx *sql.Tx) error {
		var last int64
		row := tx.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM events WHERE game = ?`, e.Game)
		if err := row.Scan(&last); err != nil {
			return err
		}
		if e.Seq != last+1 {
			return fmt.Errorf("event %d of game %d does not follow event %d; does another companion use this store?",
				e.Seq, e.Game, last)
		}
		return insert(ctx, tx, e, jpeg)
	})
}

// Copy implements companion.Record.
func (s *Store) Copy(ctx context.Context, place string, game, last int64, next companion.Event) (int64, error) {
	err := s.transact(ctx, func(tx *sql.Tx) error {
		if err := beginGame(ctx, tx, place, &next); err != nil {
			return err
		}
		copied, err := tx.ExecContext(ctx, `
			INSERT INTO events (game, seq, at, turn, player, kind, data, confidence)
			SELECT ?, seq, at, turn, player, kind, data, confidence FROM events WHERE game = ? AND seq <= ?`, next.Game, game, last)
		if err != nil {
			return err
		}
		if n, err := copied.RowsAffected(); err != nil || n != last {
			return errors.Join(err, fmt.Errorf("game %d has no event %d", game, last))
		}
		return insert(ctx, tx, next, nil)
	})
	return next.Game, err
}

func insert(ctx context.Context, tx *sql.Tx, e companion.Event, jpeg []byte) error {
	data, err := json.Marshal(e.Fact)
	if err != nil {
		return err
	}
	if jpeg != nil {
		if _, err := tx.ExecContext(ctx, `INSERT INTO pictures (game, seq, jpeg) VALUES (?, ?, ?)`, e.Game, e.Seq, jpeg); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, `
		INSERT INTO events (game, seq, at, turn, player, kind, data, picture, confidence) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.Game, e.Seq, e.At.UnixMilli(), e.Turn, e.Player, e.Fact.Kind(), string(data), e.Picture, e.Confidence)
	return err
}

// Picture implements companion.Record.
func (s *Store) Picture(ctx context.Context, game, seq int64) ([]byte, error) {
	var jpeg []byte
	err := s.db.QueryRowContext(ctx, `SELECT jpeg FROM pictures WHERE game = ? AND seq = ?`, game, seq).Scan(&jpeg)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, companion.ErrNoPicture
	}
	return jpeg, err
}

func (s *Store) transact(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// Events implements companion.Record.
func (s *Store) Events(ctx context.Context, game, after int64, limit int) (events []companion.Event, err error) {
	if limit <= 0 {
		limit = -1 // SQLite's word for all
	}
	rows, err := s.db.QueryContext(ctx,
		`
		SELECT seq, at, turn, player, kind, data, picture, confidence
		FROM events WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?`, game, after, limit)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	events = []companion.Event{}
	for rows.Next() {
		e := companion.Event{Game: game}
		var at int64
		var kind, data string
		if err := rows.Scan(&e.Seq, &at, &e.Turn, &e.Player, &kind, &data, &e.Picture, &e.Confidence); err != nil {
			return nil, err
		}
		e.At = time.UnixMilli(at).UTC()
		if e.Fact, err = companion.ReadFact(kind, []byte(data)); err != nil {
			return nil, fmt.Errorf("game %d, event %d: %w", game, e.Seq, err)
		}
		events = append(events, e)
	}
	return events, rows.Err()
}

// Games implements companion.Record.
func (s *Store) Games(ctx context.Context) (games []companion.GameSummary, err error) {
	rows, err := s.db.QueryContext(ctx, `
		SELECT g.game, g.place, g.started_at, max(e.at), count(*)
		FROM games g JOIN events e ON e.game = g.game
		GROUP BY g.game ORDER BY g.game DESC`)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	games = []companion.GameSummary{}
	for rows.Next() {
		var g companion.GameSummary
		var started, last int64
		if err := rows.Scan(&g.Game, &g.Place, &started, &last, &g.Events); err != nil {
			return nil, err
		}
		g.StartedAt, g.LastAt = time.UnixMilli(started).UTC(), time.UnixMilli(last).UTC()
		games = append(games, g)
	}
	return games, rows.Err()
}

package sqlite

import "context"

// LimitPages lets the store grow to so many pages only, as on a disk that is nearly full.
func (s *Store) LimitPages(ctx context.Context, pages string) error {
	s.db.SetMaxOpenConns(1) // the limit is the connection's
	_, err := s.db.ExecContext(ctx, "PRAGMA max_page_count = "+pages)
	return err
}

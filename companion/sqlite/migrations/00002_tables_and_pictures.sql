-- +goose Up
ALTER TABLE games ADD COLUMN place TEXT NOT NULL DEFAULT ''; -- the table at which it is played

ALTER TABLE events ADD COLUMN picture INTEGER NOT NULL DEFAULT 0; -- seq of the event whose picture shows it, 0 for none
ALTER TABLE events ADD COLUMN confidence REAL NOT NULL DEFAULT 0; -- of the reading, 0 for none

CREATE TABLE pictures (
    game INTEGER NOT NULL REFERENCES games (game),
    seq  INTEGER NOT NULL,
    jpeg BLOB    NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT;

-- +goose Down
DROP TABLE pictures;
ALTER TABLE events DROP COLUMN confidence;
ALTER TABLE events DROP COLUMN picture;
ALTER TABLE games DROP COLUMN place;

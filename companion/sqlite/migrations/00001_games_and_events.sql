-- +goose Up
CREATE TABLE games (
    game       INTEGER PRIMARY KEY AUTOINCREMENT,
    started_at INTEGER NOT NULL -- milliseconds since 1970
) STRICT;

CREATE TABLE events (
    game   INTEGER NOT NULL REFERENCES games (game),
    seq    INTEGER NOT NULL, -- from 1, without gaps
    at     INTEGER NOT NULL, -- milliseconds since 1970
    turn   INTEGER NOT NULL,
    player TEXT    NOT NULL, -- '' while not known
    kind   TEXT    NOT NULL,
    data   TEXT    NOT NULL, -- JSON
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE events;
DROP TABLE games;

export const programs = `
-- Where other programs reach the app: one row, once it was turned on.
CREATE TABLE program_listener (
  id INTEGER PRIMARY KEY,
  port INTEGER NOT NULL,
  is_on INTEGER NOT NULL
) STRICT;

-- Keys of other programs. key_hash: SHA-256 of the key, which is stored nowhere. paths, models: JSON; models is null for
-- every model. used_port: where it was last used. Times are milliseconds since 1970.
CREATE TABLE programs (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  key_hash BLOB NOT NULL,
  paths TEXT NOT NULL,
  models TEXT,
  read_only INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  ends_at INTEGER,
  last_used_at INTEGER,
  used_port INTEGER,
  ended TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX programs_by_system ON programs (system_id);

-- What they called: no bodies, no queries.
CREATE TABLE program_calls (
  id INTEGER PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  program TEXT NOT NULL,
  call TEXT NOT NULL,
  outcome TEXT NOT NULL,
  status INTEGER NOT NULL
) STRICT;
CREATE INDEX program_calls_by_system ON program_calls (system_id);
`;

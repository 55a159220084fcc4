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


-- as the app of this format kept it
INSERT INTO program_listener (id, port, is_on) VALUES (1, 41973, 1);
INSERT INTO programs (id, system_id, name, key_hash, paths, models, read_only, created_at, ends_at, last_used_at, used_port, ended)
  VALUES ('6f0d8c1e-2a8b-4a55-9e0a-0c1f3b8d7e21', 's1', 'Notebook', x'9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '["v1","web-api"]', '["model-1"]', 1, 1764000000000, NULL, 1764000300000, 41973, NULL);
INSERT INTO program_calls (id, system_id, at, program, call, outcome, status)
  VALUES (1, 's1', 1764000300000, 'Notebook', 'POST /v1/chat/completions', 'answered', 200);

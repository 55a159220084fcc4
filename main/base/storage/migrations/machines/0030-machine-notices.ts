export const machineNotices = `
-- Of which changes of a system's machines the user wants to be told, as JSON; systems without a row: of none.
CREATE TABLE notice_rules (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  rule TEXT NOT NULL
) STRICT;

-- What the user was told last of each machine; nth is -1 for the Web API itself. Times are milliseconds since 1970.
-- trouble: since when it is not up, null where that is not known. wanted: its being up again is to be told.
CREATE TABLE notice_subjects (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  nth INTEGER NOT NULL,
  state TEXT NOT NULL,
  status TEXT NOT NULL,
  trouble INTEGER,
  wanted INTEGER NOT NULL,
  PRIMARY KEY (system_id, name, nth)
) STRICT, WITHOUT ROWID;

-- outcome: given, held (until quiet hours end), gathered (was held, and is part of a later one). changes: JSON.
CREATE TABLE notices (
  id INTEGER PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  changes TEXT NOT NULL
) STRICT;
CREATE INDEX notices_by_system ON notices (system_id, id);
`;

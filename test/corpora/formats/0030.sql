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

-- as the app of this format kept it
INSERT INTO notice_rules (system_id, rule) VALUES ('s1', '{"on":true,"states":["down"],"recovery":true,"unreachable":true,"seen":2,"of":3,"quiet":null,"sound":false,"machines":[]}');
INSERT INTO notice_subjects (system_id, name, nth, state, status, trouble, wanted) VALUES ('s1', 'login', 0, 'down', 'NG', 1795255200000, 1);
INSERT INTO notices (id, system_id, at, outcome, changes) VALUES (1, 's1', 1795255260000, 'given', '[{"machine":{"name":"login","nth":0},"state":"down","status":"NG","lasted":null,"atMost":false}]');

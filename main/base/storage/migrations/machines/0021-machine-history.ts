export const machineHistory = `
-- Machines that were ever seen. Those of one name are told apart by their order in the answer (nth, from 0).
-- Times are milliseconds since 1970. fields: what the record last told beside name and status, as JSON.
CREATE TABLE history_machines (
  id INTEGER PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  nth INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  status_id INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  transitions INTEGER NOT NULL,
  fields TEXT NOT NULL,
  fields_at INTEGER NOT NULL,
  UNIQUE (system_id, name, nth)
) STRICT;

-- Raw values; what each means is read when it is shown. 0 stands for a machine that the answer left out.
CREATE TABLE history_statuses (
  id INTEGER PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  UNIQUE (system_id, status)
) STRICT;

CREATE TABLE history_transitions (
  machine_id INTEGER NOT NULL REFERENCES history_machines (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  n INTEGER NOT NULL,
  status_id INTEGER NOT NULL,
  PRIMARY KEY (machine_id, at, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE history_fields (
  machine_id INTEGER NOT NULL REFERENCES history_machines (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  changed TEXT NOT NULL,
  PRIMARY KEY (machine_id, at)
) STRICT, WITHOUT ROWID;

-- Time that was observed (reason is null), and time that was not, without holes or overlaps.
CREATE TABLE history_spans (
  id INTEGER PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  start INTEGER NOT NULL,
  until INTEGER NOT NULL,
  reason TEXT,
  detail TEXT
) STRICT;
CREATE INDEX history_spans_by_time ON history_spans (system_id, start);

-- Days that are over, by the user's calendar (day: 20261122): observed time by raw value, ms.
CREATE TABLE history_days (
  machine_id INTEGER NOT NULL REFERENCES history_machines (id) ON DELETE CASCADE,
  day INTEGER NOT NULL,
  status_id INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  PRIMARY KEY (machine_id, day, status_id)
) STRICT, WITHOUT ROWID;

-- Days before this are in history_days.
CREATE TABLE history_folds (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  until INTEGER NOT NULL
) STRICT;
`;

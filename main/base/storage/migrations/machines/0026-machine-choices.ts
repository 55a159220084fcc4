export const machineChoices = `
-- How the user wants to see a system's machines. columns: ids of the table's columns as JSON, null for the usual ones.
CREATE TABLE machine_views (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  cards INTEGER NOT NULL,
  columns TEXT
) STRICT;

-- Machines of one name are told apart by their order in the answer (nth, from 0).
CREATE TABLE machine_choices (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  nth INTEGER NOT NULL,
  pinned INTEGER NOT NULL,
  hidden INTEGER NOT NULL,
  own_name TEXT NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (system_id, name, nth)
) STRICT, WITHOUT ROWID;

-- What the user says that a raw value means.
CREATE TABLE status_meanings (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (system_id, status)
) STRICT, WITHOUT ROWID;
`;

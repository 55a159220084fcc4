export const incidentNotes = `
-- What the user notes of an incident: a stretch in which a machine was not up, named by its start (ms since 1970).
CREATE TABLE incident_notes (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  nth INTEGER NOT NULL,
  at INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (system_id, name, nth, at)
) STRICT, WITHOUT ROWID;
`;

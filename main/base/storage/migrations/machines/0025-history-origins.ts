export const historyOrigins = `
-- Time (ms since 1970) whose history was not seen by this app: made up by the demo, or brought from elsewhere.
CREATE TABLE history_origins (
  id INTEGER PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  start INTEGER NOT NULL,
  until INTEGER NOT NULL,
  origin TEXT NOT NULL
) STRICT;
CREATE INDEX history_origins_by_system ON history_origins (system_id, start);
`;

export const machines = `
-- The last good answer of each system, and since when each machine has its present status.
CREATE TABLE machine_states (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  since TEXT NOT NULL,
  record TEXT NOT NULL,
  PRIMARY KEY (system_id, position)
) STRICT;

CREATE TABLE machine_checks (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  checked_at TEXT NOT NULL
) STRICT;
`;

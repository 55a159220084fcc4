export const maintenance = `
-- Maintenance as the user has entered it, as JSON (maintenanceWindow of the contract).
CREATE TABLE maintenance_windows (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  planned TEXT NOT NULL,
  PRIMARY KEY (system_id, id)
) STRICT, WITHOUT ROWID;

-- Calendars (iCalendar) that maintenance is read from. url: null for a file. left_out: events that cannot be read.
CREATE TABLE maintenance_calendars (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  url TEXT,
  read_at TEXT,
  left_out INTEGER NOT NULL
) STRICT;

-- Their dates, repetitions worked out. Times are milliseconds since 1970. said: the text that may name machines.
CREATE TABLE maintenance_dates (
  calendar_id TEXT NOT NULL REFERENCES maintenance_calendars (id) ON DELETE CASCADE,
  start INTEGER NOT NULL,
  until INTEGER NOT NULL,
  title TEXT NOT NULL,
  said TEXT NOT NULL
) STRICT;
CREATE INDEX maintenance_dates_by_calendar ON maintenance_dates (calendar_id, start);
`;

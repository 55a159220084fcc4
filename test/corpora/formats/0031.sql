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

-- as the app of this format kept it
INSERT INTO maintenance_windows (system_id, id, planned) VALUES ('s1', 'w1', '{"id":"w1","title":"patches","machines":null,"day":"2026-11-24","time":"22:00","minutes":120,"zone":"Asia/Tokyo","repeats":"monthly-weekday","until":null}');
INSERT INTO maintenance_calendars (id, system_id, name, url, read_at, left_out) VALUES ('c1', 's1', 'office', 'https://api.example/maintenance.ics', '2026-11-23T00:00:00.000Z', 0);
INSERT INTO maintenance_dates (calendar_id, start, until, title, said) VALUES ('c1', 1795255200000, 1795262400000, 'login', 'rack 3');

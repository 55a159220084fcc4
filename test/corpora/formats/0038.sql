-- Whole days, and times that name no zone (floating: 1), are kept as if the clock that they go by showed UTC, in
-- milliseconds since 1970. zone: that clock as the user has chosen it, own_zone: as the calendar says; an IANA name.
-- findings: what of the calendar cannot be read, as JSON (calendarFindings of the contract).
ALTER TABLE maintenance_calendars ADD COLUMN zone TEXT;
ALTER TABLE maintenance_calendars ADD COLUMN own_zone TEXT;
ALTER TABLE maintenance_calendars ADD COLUMN findings TEXT NOT NULL DEFAULT '{"leftOutEvents":[],"unknownZones":[]}';
ALTER TABLE maintenance_dates ADD COLUMN floating INTEGER NOT NULL DEFAULT 0;
-- Whether the user has chosen whom events concern that name no machine: earlier versions took all without asking.
ALTER TABLE maintenance_calendars ADD COLUMN chosen INTEGER NOT NULL DEFAULT 0;

-- as the app of this format kept it
INSERT INTO maintenance_calendars (id, system_id, name, url, read_at, left_out, unnamed, zone, own_zone, findings, chosen) VALUES ('c3', 's1', 'centre', 'https://centre.example/a.ics', '2026-11-27T00:00:00.000Z', 1, 'all', 'Europe/Berlin', 'Asia/Tokyo', '{"leftOutEvents":[{"title":"bad","line":4,"fault":"rule"}],"unknownZones":[{"name":"Nowhere","events":2}]}', 1);
INSERT INTO maintenance_dates (calendar_id, start, until, title, said, floating) VALUES ('c3', 1796601600000, 1796688000000, 'whole day', '', 1);

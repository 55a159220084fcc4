-- Whom events of a calendar concern that name no machine: all, or nobody.
ALTER TABLE maintenance_calendars ADD COLUMN unnamed TEXT NOT NULL DEFAULT 'all';

-- as the app of this format kept it
INSERT INTO maintenance_calendars (id, system_id, name, url, read_at, left_out, unnamed) VALUES ('c2', 's1', 'holidays', NULL, '2026-11-23T00:00:00.000Z', 0, 'nobody');

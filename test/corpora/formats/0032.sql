-- The group that the user has put a machine in; empty for none.
ALTER TABLE machine_choices ADD COLUMN own_group TEXT NOT NULL DEFAULT '';

-- as the app of this format kept it
INSERT INTO machine_choices (system_id, name, nth, pinned, hidden, own_name, note, own_group) VALUES ('s1', 'grouped', 0, 0, 0, '', '', 'Rack 1');

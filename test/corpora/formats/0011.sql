CREATE TABLE new_drafts (system_id TEXT PRIMARY KEY, draft TEXT NOT NULL) STRICT;

-- as the app of this format kept it
INSERT INTO new_drafts (system_id, draft) VALUES ('s1', 'a new one');

ALTER TABLE messages ADD COLUMN tool_calls TEXT;
CREATE TABLE tool_approvals (name TEXT PRIMARY KEY, approval TEXT NOT NULL) STRICT;

-- as the app of this format kept it
INSERT INTO tool_approvals (name, approval) VALUES ('calculator', 'always');

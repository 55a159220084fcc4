-- Whether tools of a program read the conversations with its system.
ALTER TABLE programs ADD COLUMN conversations INTEGER NOT NULL DEFAULT 0;

-- as the app of this format kept it
UPDATE programs SET conversations = 1 WHERE id = '6f0d8c1e-2a8b-4a55-9e0a-0c1f3b8d7e21';

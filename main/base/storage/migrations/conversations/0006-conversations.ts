export const conversations = `
CREATE TABLE folders (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX folders_by_system ON folders (system_id, name);

ALTER TABLE conversations ADD COLUMN folder_id TEXT REFERENCES folders (id) ON DELETE SET NULL;
ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
ALTER TABLE conversations ADD COLUMN draft TEXT NOT NULL DEFAULT '';
ALTER TABLE conversations ADD COLUMN parameters TEXT NOT NULL DEFAULT '{}';
ALTER TABLE conversations ADD COLUMN start_id TEXT;
CREATE INDEX conversations_by_folder ON conversations (folder_id) WHERE folder_id IS NOT NULL;

ALTER TABLE messages ADD COLUMN depth INTEGER NOT NULL DEFAULT 0;
CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id, number);
WITH RECURSIVE tree (conversation_id, id, depth) AS (
  SELECT conversation_id, id, 0 FROM messages WHERE parent_id IS NULL
  UNION ALL
  SELECT m.conversation_id, m.id, t.depth + 1 FROM tree t
    JOIN messages m ON m.conversation_id = t.conversation_id AND m.parent_id = t.id)
UPDATE messages SET depth = tree.depth FROM tree WHERE tree.id = messages.id AND tree.depth > 0;
-- Walking up a branch reads this index only, never the texts.
CREATE INDEX messages_path ON messages (id, parent_id, depth);

CREATE TABLE queued_messages (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  problem TEXT,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX queued_by_conversation ON queued_messages (conversation_id, number);

CREATE TABLE presets (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  model TEXT,
  parameters TEXT NOT NULL
) STRICT;
`;

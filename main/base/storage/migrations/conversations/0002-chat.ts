export const chat = `
-- The last live list of models of each system.
CREATE TABLE model_lists (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  fetched_at TEXT NOT NULL,
  models TEXT NOT NULL
) STRICT;

CREATE TABLE conversations (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL,
  title TEXT NOT NULL,
  model TEXT,
  leaf_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  removed_at TEXT
) STRICT;
CREATE INDEX conversations_by_system ON conversations (system_id, updated_at DESC);

CREATE TABLE messages (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  parent_id TEXT,
  role TEXT NOT NULL,
  content TEXT NOT NULL,
  reasoning TEXT NOT NULL,
  state TEXT NOT NULL,
  model TEXT,
  finish_reason TEXT,
  usage TEXT,
  problem TEXT,
  created_at TEXT NOT NULL,
  first_byte_at TEXT,
  content_at TEXT,
  ended_at TEXT
) STRICT;
CREATE INDEX messages_by_conversation ON messages (conversation_id, number);
-- What a crash left behind is found without reading every message.
CREATE INDEX messages_streaming ON messages (number) WHERE state = 'streaming';

-- What a running turn has received so far, appended in pieces; folded into its message when it ends.
CREATE TABLE journal (
  number INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  content TEXT NOT NULL,
  reasoning TEXT NOT NULL
) STRICT;
CREATE INDEX journal_by_message ON journal (message_id, number);
`;

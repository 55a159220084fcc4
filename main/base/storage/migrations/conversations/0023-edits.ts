export const edits = `
-- Messages of the user that are being edited, as far as that has come.
CREATE TABLE edits (
  message_id TEXT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  attachments TEXT NOT NULL
) STRICT;
CREATE INDEX edits_of_conversation ON edits (conversation_id);
`;

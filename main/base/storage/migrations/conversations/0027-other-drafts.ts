export const otherDrafts = `
-- What another window had written when a draft was written over: of a conversation, or of a system's new one.
CREATE TABLE other_drafts (
  number INTEGER PRIMARY KEY,
  conversation_id TEXT REFERENCES conversations (id) ON DELETE CASCADE,
  system_id TEXT,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX other_drafts_of_conversation ON other_drafts (conversation_id);
`;

export const sentRequests = `
-- Parts of requests: a message as it was sent, once for all requests of a conversation that carry it.
CREATE TABLE sent_parts (
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  hash TEXT NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (conversation_id, number)
) STRICT, WITHOUT ROWID;
-- The request of an answer. Of its body (JSON) the fields that \`parts\` (JSON) names by ranges of numbers are null.
CREATE TABLE sent_requests (
  message_id TEXT PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  at TEXT NOT NULL,
  url TEXT NOT NULL,
  headers TEXT NOT NULL,
  body TEXT NOT NULL,
  parts TEXT NOT NULL
) STRICT;
CREATE INDEX sent_requests_of_conversation ON sent_requests (conversation_id);
`;

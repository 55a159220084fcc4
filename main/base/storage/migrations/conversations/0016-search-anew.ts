export const searchAnew = `
-- Pieces of every message (see main/chat/conversations/search/grams.ts), by messages.number; as sets, without places.
DROP TABLE message_index;
CREATE VIRTUAL TABLE message_index USING fts5 (
  pieces, content = '', contentless_delete = 1, detail = none, tokenize = "ascii"
);
-- How the index was built; where this is not what the app builds, it is built anew.
CREATE TABLE message_index_format (format INTEGER NOT NULL) STRICT;
INSERT INTO message_index_format VALUES (0);

-- Reasoning and tool calls are found too.
DROP TRIGGER messages_changed;
CREATE TRIGGER messages_changed
AFTER UPDATE OF content, state, attachments, reasoning, tool_calls ON messages
WHEN new.state <> 'streaming' BEGIN
  INSERT OR IGNORE INTO unindexed_messages VALUES (new.number);
END;
`;

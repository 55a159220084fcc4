export const search = `
-- Grams of every message (see main/chat/turns/search/grams.ts), by messages.number. The texts stay in messages.
CREATE VIRTUAL TABLE message_index USING fts5 (
  grams, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0", prefix = '2 3'
);
-- What the index does not have yet: whoever writes a message, it lands here.
CREATE TABLE unindexed_messages (number INTEGER PRIMARY KEY) STRICT;
INSERT INTO unindexed_messages SELECT number FROM messages WHERE state <> 'streaming';

CREATE TRIGGER messages_added AFTER INSERT ON messages WHEN new.state <> 'streaming' BEGIN
  INSERT OR IGNORE INTO unindexed_messages VALUES (new.number);
END;
CREATE TRIGGER messages_changed AFTER UPDATE OF content, state ON messages
WHEN new.state <> 'streaming' BEGIN
  INSERT OR IGNORE INTO unindexed_messages VALUES (new.number);
END;
CREATE TRIGGER messages_removed AFTER DELETE ON messages BEGIN
  DELETE FROM message_index WHERE rowid = old.number;
  DELETE FROM unindexed_messages WHERE number = old.number;
END;
`;

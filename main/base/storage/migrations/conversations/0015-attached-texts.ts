export const attachedTexts = `
-- The index has what is attached too: names and texts.
INSERT OR IGNORE INTO unindexed_messages
  SELECT number FROM messages WHERE attachments IS NOT NULL AND state <> 'streaming';
DROP TRIGGER messages_changed;
CREATE TRIGGER messages_changed AFTER UPDATE OF content, state, attachments ON messages
WHEN new.state <> 'streaming' BEGIN
  INSERT OR IGNORE INTO unindexed_messages VALUES (new.number);
END;
`;

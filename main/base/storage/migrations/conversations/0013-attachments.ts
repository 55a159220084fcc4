export const attachments = `
-- Lists of attachments as JSON; the files lie in the folder attachments, named by hash.
ALTER TABLE messages ADD COLUMN attachments TEXT;
ALTER TABLE queued_messages ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';
ALTER TABLE conversations ADD COLUMN draft_attachments TEXT NOT NULL DEFAULT '[]';
ALTER TABLE new_drafts ADD COLUMN attachments TEXT NOT NULL DEFAULT '[]';
ALTER TABLE conversations ADD COLUMN images_left_out INTEGER NOT NULL DEFAULT 0;
-- Which files are in use is found without reading every message.
CREATE INDEX messages_with_attachments ON messages (conversation_id, number)
  WHERE attachments IS NOT NULL;
`;

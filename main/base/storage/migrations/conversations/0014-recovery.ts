/** Index for the search after a crash, so that a start reads only what it finds. */
export const recovery = `
CREATE INDEX messages_calling ON messages (number)
  WHERE instr(tool_calls, '"state":"running"') > 0 OR instr(tool_calls, '"state":"waiting"') > 0;
CREATE INDEX conversations_removed ON conversations (id) WHERE removed_at IS NOT NULL;
CREATE INDEX conversations_unused ON conversations (id) WHERE leaf_id IS NULL AND draft = '';
`;

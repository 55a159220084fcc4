CREATE INDEX messages_calling ON messages (number)
  WHERE instr(tool_calls, '"state":"running"') > 0 OR instr(tool_calls, '"state":"waiting"') > 0;
CREATE INDEX conversations_removed ON conversations (id) WHERE removed_at IS NOT NULL;
CREATE INDEX conversations_unused ON conversations (id) WHERE leaf_id IS NULL AND draft = '';

-- as the app of this format kept it
INSERT INTO conversations (id, system_id, title, created_at, updated_at, removed_at) VALUES ('v2', 's1', 'Removed', '2026-11-21T09:11:00.000Z', '2026-11-21T09:11:00.000Z', NULL);

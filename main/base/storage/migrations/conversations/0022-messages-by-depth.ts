export const messagesByDepth = `
-- Where a conversation has one message only, every branch that is long enough goes through it.
CREATE INDEX messages_by_depth ON messages (conversation_id, depth, id);
`;

export const tools = `
ALTER TABLE messages ADD COLUMN tool_calls TEXT;
CREATE TABLE tool_approvals (name TEXT PRIMARY KEY, approval TEXT NOT NULL) STRICT;
`;

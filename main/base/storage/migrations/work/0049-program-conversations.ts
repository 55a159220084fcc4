export const programConversations = `
-- Whether tools of a program read the conversations with its system.
ALTER TABLE programs ADD COLUMN conversations INTEGER NOT NULL DEFAULT 0;
`;

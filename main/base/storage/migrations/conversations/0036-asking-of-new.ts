export const askingOfNew = `
-- With which model and parameters a conversation is to begin, as JSON; null where nothing was chosen.
ALTER TABLE new_drafts ADD COLUMN asking TEXT;
`;

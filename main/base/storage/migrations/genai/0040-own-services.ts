export const ownServices = `
-- Seconds that one request to the generative AI may take, and whether <think> at the start of an answer is reasoning.
ALTER TABLE systems ADD COLUMN longest_request INTEGER NOT NULL DEFAULT 600;
ALTER TABLE systems ADD COLUMN think_tags INTEGER NOT NULL DEFAULT 1;
-- The model that answered, where it says another name than it was asked by; null else.
ALTER TABLE messages ADD COLUMN answered_by TEXT;
-- What an answer refers to (JSON: preload/contract, sourceLink); null for nothing.
ALTER TABLE messages ADD COLUMN links TEXT;
`;

export const answers = `
-- The field in which an answer's reasoning came, for sending it back in the same one.
ALTER TABLE messages ADD COLUMN reasoning_field TEXT;
-- The form that an answer was asked for in (JSON: preload/contract, answerFormat); null for none.
ALTER TABLE messages ADD COLUMN format TEXT;
ALTER TABLE systems ADD COLUMN reasoning_back TEXT NOT NULL DEFAULT 'in-tool-rounds';
-- Null until the service tells them: 0 would be a statement of its own.
ALTER TABLE usage_ledger ADD COLUMN cached_tokens INTEGER;
ALTER TABLE usage_ledger ADD COLUMN reasoning_tokens INTEGER;
`;

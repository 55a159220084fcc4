export const queuedModels = `
-- The models that a queued message asks side by side, as JSON; null where it asks the conversation's own.
ALTER TABLE queued_messages ADD COLUMN models TEXT;
`;

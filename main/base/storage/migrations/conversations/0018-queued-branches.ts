export const queuedBranches = `
-- The end of the branch that a queued message was written for; null for one at the beginning, or from before.
ALTER TABLE queued_messages ADD COLUMN below_id TEXT;
`;

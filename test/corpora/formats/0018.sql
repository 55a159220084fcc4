-- The end of the branch that a queued message was written for; null for one at the beginning, or from before.
ALTER TABLE queued_messages ADD COLUMN below_id TEXT;

-- as the app of this format kept it
UPDATE queued_messages SET below_id = 'm3' WHERE id = 'q1';

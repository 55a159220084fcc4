-- The models that a queued message asks side by side, as JSON; null where it asks the conversation's own.
ALTER TABLE queued_messages ADD COLUMN models TEXT;

-- as the app of this format kept it
UPDATE queued_messages SET models = '["alpha","beta"]' WHERE id = 'q1';

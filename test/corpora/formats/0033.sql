-- What a queued message is to say, as far as its editing has come; null where it is not edited.
ALTER TABLE queued_messages ADD COLUMN edit TEXT;

-- as the app of this format kept it
UPDATE queued_messages SET edit = 'half a' WHERE id = 'q1';

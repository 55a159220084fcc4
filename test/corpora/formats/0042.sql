-- 1: the user wrote this answer in place of the model's; null else.
ALTER TABLE messages ADD COLUMN edited INTEGER;

-- as the app of this format kept it
UPDATE messages SET edited = 1 WHERE id = 'm2';

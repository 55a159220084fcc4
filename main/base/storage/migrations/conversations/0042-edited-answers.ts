export const editedAnswers = `
-- 1: the user wrote this answer in place of the model's; null else.
ALTER TABLE messages ADD COLUMN edited INTEGER;
`;

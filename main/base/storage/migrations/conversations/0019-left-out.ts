export const leftOutQuestions = `
-- Whether later requests leave out a question whose turn failed; null as its failure says.
ALTER TABLE messages ADD COLUMN left_out INTEGER;
`;

-- Whether later requests leave out a question whose turn failed; null as its failure says.
ALTER TABLE messages ADD COLUMN left_out INTEGER;

-- as the app of this format kept it
UPDATE messages SET left_out = 0 WHERE id = 'm3';

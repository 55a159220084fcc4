export const tokenizers = `
-- What was learnt of a model's tokenizer: for each kind of text (their names in "kinds") the tokens of one, how
-- sure that is, and how far texts of the same kinds are apart (main/chat/service/tokenizer-state.ts). In place of one
-- ratio for all texts, which a table of figures spoilt for a Japanese one.
DROP TABLE token_calibrations;
CREATE TABLE tokenizers (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  kinds TEXT NOT NULL,
  weights BLOB NOT NULL,
  covariance BLOB NOT NULL,
  noise REAL NOT NULL,
  PRIMARY KEY (system_id, model)
) STRICT;
`;

-- The field of a request that controls reasoning, and its choices (JSON: preload/contract, reasoningControl); null for none.
ALTER TABLE systems ADD COLUMN reasoning_control TEXT;

-- as the app of this format kept it
UPDATE systems SET reasoning_control = '{"field":"reasoning_effort","choices":["low","high"]}' WHERE id = 's1';

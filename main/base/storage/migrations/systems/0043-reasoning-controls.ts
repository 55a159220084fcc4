export const reasoningControls = `
-- The field of a request that controls reasoning, and its choices (JSON: preload/contract, reasoningControl); null for none.
ALTER TABLE systems ADD COLUMN reasoning_control TEXT;
`;

export const newDrafts = `
CREATE TABLE new_drafts (system_id TEXT PRIMARY KEY, draft TEXT NOT NULL) STRICT;
`;

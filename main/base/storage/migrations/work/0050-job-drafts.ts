export const jobDrafts = `
-- The job that is being written, one for each system. draft: JSON, preload/contract, jobDraft.
CREATE TABLE job_drafts (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  draft TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

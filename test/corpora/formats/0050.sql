-- The job that is being written, one for each system. draft: JSON, preload/contract, jobDraft.
CREATE TABLE job_drafts (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  draft TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- as the app of this format kept it
INSERT INTO job_drafts (system_id, draft, changed_at)
  VALUES ('s1', '{"machine":"cpu-main","script":"#!/bin/bash\n#PJM -N {{name}}\necho 1\n","folder":"","variables":[{"name":"name","value":"one"}]}', 1795880000000);

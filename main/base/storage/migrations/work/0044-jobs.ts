export const jobs = `
-- The API for a system's jobs and files (JSON: preload/contract, computeApi); null for none.
ALTER TABLE systems ADD COLUMN compute_api TEXT;

-- Jobs that are followed to their end. Times are milliseconds since 1970. said: what answers last told (JSON), without
-- the API's own record. states: the states that were seen with their times (JSON). told: of which changes the user was
-- notified (JSON). ended_at: null until its end is known, or known to stay unknown.
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  machine TEXT NOT NULL,
  job_id TEXT NOT NULL,
  said TEXT NOT NULL,
  states TEXT NOT NULL,
  wishes TEXT NOT NULL,
  told TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  ended_at INTEGER,
  followed INTEGER NOT NULL,
  seen INTEGER NOT NULL
) STRICT;
CREATE INDEX jobs_by_system ON jobs (system_id, machine, job_id);

-- What was submitted, written before it is sent. what: the submission (JSON). state: preload/contract, submissionStates.
CREATE TABLE job_submissions (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  what TEXT NOT NULL,
  marker TEXT,
  at INTEGER NOT NULL,
  state TEXT NOT NULL,
  job_id TEXT,
  problem TEXT,
  searches INTEGER NOT NULL,
  searched_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX job_submissions_by_system ON job_submissions (system_id, at);
`;

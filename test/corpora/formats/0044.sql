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

-- as the app of this format kept it
UPDATE systems SET compute_api = '{"family":"field","user":"user1"}' WHERE id = 's1';
INSERT INTO jobs (id, system_id, machine, job_id, said, states, wishes, told, first_at, last_at, ended_at, followed, seen)
  VALUES (1, 's1', 'cpu-main', '1394531', '{"id":"1394531","machine":"cpu-main","name":"hello","user":"user1","state":"done","stateText":"EXT","reason":null,"queue":"small","project":null,"nodes":1,"cpus":48,"limitSeconds":300,"elapsedSeconds":20,"submittedAt":1764000000000,"startedAt":1764000010000,"endedAt":1764000030000,"exitCode":0,"signal":null,"task":null,"tasks":null,"folder":null,"outputPath":null,"errorPath":null,"comment":null}', '[{"at":1764000001000,"state":"waiting"},{"at":1764000040000,"state":"done"}]', '{"start":false,"end":true}', '{"start":false,"end":true,"lost":false}', 1764000001000, 1764000040000, 1764000030000, 1, 0);
INSERT INTO job_submissions (id, system_id, what, marker, at, state, job_id, problem, searches, searched_at)
  VALUES ('0b7a7b8e-6f0c-4f0e-9f57-1f3a3c7d2a11', 's1', '{"machine":"cpu-main","script":"#!/bin/bash\necho hello\n","name":"hello","queue":"small","project":null,"nodes":1,"limitSeconds":300,"array":null,"folder":null}', NULL, 1764000000000, 'accepted', '1394531', NULL, 0, NULL);

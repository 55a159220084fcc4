-- When the service last refused the key; null once it was taken again.
ALTER TABLE api_keys ADD COLUMN refused_at TEXT;

-- How the estimate of tokens compares with what the service counted: fading sums of both.
CREATE TABLE token_calibrations (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  counted REAL NOT NULL,
  estimated REAL NOT NULL,
  deviation REAL NOT NULL,
  samples INTEGER NOT NULL,
  PRIMARY KEY (system_id, model)
) STRICT;

-- Requests and tokens by local day. The key's name is kept: the key may be gone.
CREATE TABLE usage_ledger (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  key_id TEXT NOT NULL,
  key_name TEXT NOT NULL,
  model TEXT NOT NULL,
  day TEXT NOT NULL,
  requests INTEGER NOT NULL,
  uncounted INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  PRIMARY KEY (system_id, day, key_id, model)
) STRICT;
-- Turns before the start that stand in what is sent as this summary.
ALTER TABLE conversations ADD COLUMN start_summary TEXT;

-- as the app of this format kept it
INSERT INTO token_calibrations (system_id, model, counted, estimated, deviation, samples) VALUES ('s1', 'm', 100, 90, 0.1, 3);
INSERT INTO usage_ledger (system_id, key_id, key_name, model, day, requests, uncounted, input_tokens, output_tokens) VALUES ('s1', 'k1', 'Project', 'm', '2026-11-21', 2, 0, 30, 40);

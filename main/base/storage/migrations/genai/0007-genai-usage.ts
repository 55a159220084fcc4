export const genaiUsage = `
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
`;

export const systemsAndSecrets = `
CREATE TABLE systems (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  web_api_url TEXT NOT NULL,
  auth_url TEXT,
  genai_url TEXT,
  authorities TEXT NOT NULL,
  certificate_id TEXT,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE secrets (
  name TEXT PRIMARY KEY,
  protection TEXT NOT NULL,
  sealed BLOB NOT NULL
) STRICT;

CREATE TABLE certificates (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  file_name TEXT NOT NULL,
  imported_at TEXT NOT NULL,
  protection TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  last_four TEXT NOT NULL,
  added_at TEXT NOT NULL,
  protection TEXT NOT NULL,
  selected INTEGER NOT NULL
) STRICT;
`;

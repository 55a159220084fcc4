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

-- as the app of this format kept it
INSERT INTO systems (id, name, kind, web_api_url, auth_url, genai_url, authorities, certificate_id, created_at) VALUES ('s1', 'Fixture', 'real', 'https://api.invalid', 'https://auth.invalid/realms/r', 'https://genai.invalid', '[]', 'c1', '2026-11-21T09:00:00.000Z');
INSERT INTO secrets (name, protection, sealed) VALUES ('api-key:k1', 'user', x'02aabbcc'), ('session:s1', 'user', x'02ddeeff');
INSERT INTO certificates (id, name, file_name, imported_at, protection, fingerprint, facts) VALUES ('c1', 'u00042', 'u00042.p12', '2026-11-21T09:01:00.000Z', 'keychain', 'ab', '{}');
INSERT INTO api_keys (id, system_id, name, last_four, added_at, protection, selected) VALUES ('k1', 's1', 'Project', '1234', '2026-11-21T09:02:00.000Z', 'keychain', 1);

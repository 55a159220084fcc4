CREATE TABLE clients (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  redirect_urls TEXT NOT NULL,
  has_secret INTEGER NOT NULL,
  created_at TEXT,
  management_url TEXT,
  protection TEXT NOT NULL,
  UNIQUE (system_id, client_id)
) STRICT;

-- as the app of this format kept it
INSERT INTO clients (id, system_id, client_id, redirect_urls, has_secret, created_at, management_url, protection) VALUES ('o1', 's1', 'my-client', '["https://app.invalid/*"]', 0, '2026-11-21T09:07:00.000Z', NULL, 'none');

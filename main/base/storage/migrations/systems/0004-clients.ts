export const clients = `
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
`;

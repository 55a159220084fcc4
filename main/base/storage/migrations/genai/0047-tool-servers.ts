export const toolServers = `
-- Servers of tools (Model Context Protocol). target: program or address (JSON: preload/contract, storedServer; values of
-- its environment and headers are secrets). revision: another one with each change of the target. generation: of the
-- protocol, as last found; null: not known. identity: hash of what decides which program or service it is, program:
-- SHA-256 of its file, tools: what it offers (JSON), all as last seen.
CREATE TABLE tool_servers (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  system_id TEXT REFERENCES systems (id) ON DELETE CASCADE,
  target TEXT NOT NULL,
  revision TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  generation TEXT,
  identity TEXT,
  program TEXT,
  tools TEXT NOT NULL,
  left_out INTEGER NOT NULL,
  added_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tool_servers_by_system ON tool_servers (system_id);

-- What the user decided about their tools. fingerprint: hash of identity, description and schema, which follow as the
-- user saw them.
CREATE TABLE tool_permissions (
  server_id TEXT NOT NULL REFERENCES tool_servers (id) ON DELETE CASCADE,
  tool TEXT NOT NULL,
  approval TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  identity TEXT NOT NULL,
  description TEXT NOT NULL,
  parameters TEXT NOT NULL,
  PRIMARY KEY (server_id, tool)
) STRICT, WITHOUT ROWID;
`;

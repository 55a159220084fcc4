export const apiConsole = `
-- Descriptions of APIs (OpenAPI) that the user imported. server: where requests go; null: as the description and the
-- system's address say. warnings: what does not follow the rules (JSON).
CREATE TABLE console_descriptions (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  version TEXT NOT NULL,
  format TEXT NOT NULL,
  source TEXT NOT NULL,
  imported_at INTEGER NOT NULL,
  server TEXT,
  warnings TEXT NOT NULL,
  more_warnings INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX console_descriptions_by_system ON console_descriptions (system_id, imported_at);

-- Their operations. key: METHOD /path. said: id, tags, summary (JSON). detail: parameters, bodies, answers (JSON). hash:
-- SHA-256 over them and their schemas. effect, note: the user's own.
CREATE TABLE console_operations (
  description_id TEXT NOT NULL REFERENCES console_descriptions (id) ON DELETE CASCADE,
  system_id TEXT NOT NULL,
  key TEXT NOT NULL,
  number INTEGER NOT NULL,
  said TEXT NOT NULL,
  detail TEXT NOT NULL,
  hash TEXT NOT NULL,
  effect TEXT,
  note TEXT NOT NULL,
  PRIMARY KEY (description_id, key)
) STRICT, WITHOUT ROWID;

-- Schemas (JSON) that operations refer to, by their reference.
CREATE TABLE console_schemas (
  description_id TEXT NOT NULL REFERENCES console_descriptions (id) ON DELETE CASCADE,
  system_id TEXT NOT NULL,
  ref TEXT NOT NULL,
  said TEXT NOT NULL,
  PRIMARY KEY (description_id, ref)
) STRICT, WITHOUT ROWID;

-- Requests that the user saved. request: JSON, preload/contract, consoleRequest.
CREATE TABLE console_requests (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  note TEXT NOT NULL,
  request TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX console_requests_by_system ON console_requests (system_id, saved_at);

-- Variables, without the values of secret ones, and other origins to which requests may go (JSON).
CREATE TABLE console_settings (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  variables TEXT NOT NULL,
  origins TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Requests that were sent, without secrets. outcome: status, duration, size, problem (JSON).
CREATE TABLE console_history (
  id TEXT PRIMARY KEY,
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  url TEXT NOT NULL,
  request TEXT NOT NULL,
  outcome TEXT NOT NULL,
  pinned INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX console_history_by_system ON console_history (system_id, pinned, at);
`;

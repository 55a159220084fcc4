export const consoleDrafts = `
-- Requests of the API console as they are being written, without secrets and files, by operation. request: JSON,
-- preload/contract, consoleRequest.
CREATE TABLE console_drafts (
  system_id TEXT NOT NULL REFERENCES systems (id) ON DELETE CASCADE,
  description_id TEXT NOT NULL,
  key TEXT NOT NULL,
  request TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (system_id, description_id, key)
) STRICT, WITHOUT ROWID;
`;

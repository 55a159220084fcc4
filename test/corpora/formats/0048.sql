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

-- as the app of this format kept it
INSERT INTO console_drafts (system_id, description_id, key, request, changed_at)
  VALUES ('s1', 'd1', 'GET /jobs/{id}', '{"descriptionId":"d1","operation":"GET /jobs/{id}","method":"GET","server":null,"path":"/jobs/{id}","parameters":[{"in":"path","name":"id","value":"1"}],"headers":[],"body":null}', 1795800000000);

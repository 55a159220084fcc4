ALTER TABLE systems ADD COLUMN route TEXT NOT NULL DEFAULT 'certificate';

-- How each system is signed in to; what is absent has its default. Secrets and tokens are in the vault.
CREATE TABLE sign_in_settings (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  settings TEXT NOT NULL
) STRICT;

-- as the app of this format kept it
INSERT INTO sign_in_settings (system_id, settings) VALUES ('s1', '{"clientId":"my-client"}');

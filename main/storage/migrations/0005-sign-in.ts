export const signIn = `
ALTER TABLE systems ADD COLUMN route TEXT NOT NULL DEFAULT 'certificate';

-- How each system is signed in to; what is absent has its default. Secrets are in the vault.
CREATE TABLE sign_in_settings (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  settings TEXT NOT NULL
) STRICT;

-- What must survive a crash beside the tokens, which are in the vault: that a refresh token was about
-- to be sent. A row that is still there at the next start means that its answer was lost.
CREATE TABLE running_refreshes (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  started_at TEXT NOT NULL
) STRICT;
`;

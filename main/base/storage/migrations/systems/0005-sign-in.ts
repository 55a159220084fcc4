export const signIn = `
ALTER TABLE systems ADD COLUMN route TEXT NOT NULL DEFAULT 'certificate';

-- How each system is signed in to; what is absent has its default. Secrets and tokens are in the vault.
CREATE TABLE sign_in_settings (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  settings TEXT NOT NULL
) STRICT;
`;

export const clientWays = `
ALTER TABLE clients ADD COLUMN source TEXT NOT NULL DEFAULT 'dynamic-registration';
ALTER TABLE clients ADD COLUMN root_url TEXT;

-- Where each system's clients are made; the initial access token is in the vault.
CREATE TABLE client_settings (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  web_interface_url TEXT,
  registration_url TEXT,
  has_initial_access_token INTEGER NOT NULL DEFAULT 0
) STRICT;
`;

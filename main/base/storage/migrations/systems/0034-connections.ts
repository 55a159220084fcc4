export const connections = `
-- What the user decided about the connections of a system, as JSON; systems without a row: nothing. A proxy's password
-- is a secret of the vault.
CREATE TABLE connections (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  pins TEXT NOT NULL,
  intermediates TEXT NOT NULL,
  proxy TEXT NOT NULL
) STRICT;
`;

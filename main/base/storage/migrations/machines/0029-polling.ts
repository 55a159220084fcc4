export const polling = `
-- How often a system's Web API is asked, s, where the user has said it: all well, and while a machine is down or degraded.
CREATE TABLE machine_polling (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  every INTEGER NOT NULL,
  troubled INTEGER NOT NULL
) STRICT;
`;

export const promptsAndPortals = `
CREATE TABLE prompts (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  folder TEXT NOT NULL,
  tags TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;

-- Pages of the portal in which API keys are made and their usage is shown.
CREATE TABLE genai_portals (
  system_id TEXT PRIMARY KEY REFERENCES systems (id) ON DELETE CASCADE,
  keys_url TEXT,
  usage_url TEXT
) STRICT;
`;

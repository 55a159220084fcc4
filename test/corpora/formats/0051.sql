-- Issuer of the token that a server of tools is called with (the token is a secret in the vault); null: none.
ALTER TABLE tool_servers ADD COLUMN issuer TEXT;

-- as the app of this format kept it
INSERT INTO tool_servers (id, name, slug, system_id, target, revision, enabled, generation, identity, program, tools, left_out, added_at, issuer)
  VALUES ('t2', 'notes', 'notes', NULL, '{"kind":"http","url":"https://notes.example.org/mcp","certificate":false,"headers":[],"clientId":"desk"}',
    'r2', 1, 'modern', 'i2', NULL, '[]', 0, '2026-11-28T12:00:00.000Z', 'https://accounts.example.org');

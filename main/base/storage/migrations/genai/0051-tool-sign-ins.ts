export const toolSignIns = `
-- Issuer of the token that a server of tools is called with (the token is a secret in the vault); null: none.
ALTER TABLE tool_servers ADD COLUMN issuer TEXT;
`;

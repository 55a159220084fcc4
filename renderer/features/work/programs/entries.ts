import {
  command,
  jsonText,
  programOf,
  quoted,
  type Shell,
  stringLiteral,
} from '../../../kit/shells.ts';

/** Entries for programs with a file of their own. None contains the key: each program keeps it in its own way. */
export const editors = ['vscode', 'zed', 'codex', 'continue'] as const;
export type Editor = (typeof editors)[number];

/** Names are the same in every language. */
export const editorNames: Readonly<Record<Editor, string>> = {
  vscode: 'VS Code',
  zed: 'Zed',
  codex: 'Codex',
  continue: 'Continue',
};

const name = 'Compute Desk';
/** Tokens that editors assume for a model whose window is not known. */
const usualContext = 32_768;

export interface EntryFor {
  /** Including `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly contextLength: number | null;
}

export function entryFor(editor: Editor, { baseUrl, model, contextLength }: EntryFor): string {
  const context = contextLength ?? usualContext;
  switch (editor) {
    case 'vscode':
      return jsonText(
        {
          ...{ id: model, name: model, url: `${baseUrl}/chat/completions`, toolCalling: true },
          ...{ vision: false, maxInputTokens: context - 4096, maxOutputTokens: 4096 },
        },
        2,
      );
    case 'zed':
      return jsonText(
        {
          language_models: {
            openai_compatible: {
              [name]: {
                api_url: baseUrl,
                available_models: [{ name: model, display_name: model, max_tokens: context }],
              },
            },
          },
        },
        2,
      );
    case 'codex':
      return `model = ${stringLiteral(model)}
model_provider = "compute-desk"

[model_providers.compute-desk]
name = "${name}"
base_url = ${stringLiteral(baseUrl)}
env_key = "COMPUTE_DESK_API_KEY"
wire_api = "responses"
`;
    case 'continue':
      return `name: ${name}
version: 1.0.0
schema: v1
models:
  - name: ${stringLiteral(model)}
    provider: openai
    model: ${stringLiteral(model)}
    apiBase: ${stringLiteral(baseUrl)}
    apiKey: \${{ secrets.COMPUTE_DESK_API_KEY }}
    roles: [chat, edit]
`;
  }
}

/** Calls the Web API; the key goes by standard input or a variable, and is in no argument. */
export function webApiCurl(shell: Shell, address: string): string {
  const parts = [
    `${programOf(shell, 'curl')} --fail-with-body`,
    quoted(shell, `${address}/web-api/status/`),
  ];
  if (shell === 'bash') {
    const lines = command(shell, [...parts, '--header @- <<EOF']);
    return `${lines}\nAuthorization: Bearer $OPENAI_API_KEY\nEOF\n`;
  }
  return `${command(shell, [
    ...parts,
    `--variable ${quoted(shell, '%OPENAI_API_KEY')}`,
    `--expand-header ${quoted(shell, 'Authorization: Bearer {{OPENAI_API_KEY}}')}`,
  ])}\n`;
}

/** Programs that use tools (Model Context Protocol), each with a file of its own. */
export const agents = [
  'vscode-mcp',
  'cursor',
  'claude',
  'zed-mcp',
  'codex-mcp',
  'continue-mcp',
] as const;
export type Agent = (typeof agents)[number];

export const agentNames: Readonly<Record<Agent, string>> = {
  'vscode-mcp': 'VS Code (MCP)',
  cursor: 'Cursor (MCP)',
  claude: 'Claude Desktop (MCP)',
  'zed-mcp': 'Zed (MCP)',
  'codex-mcp': 'Codex (MCP)',
  'continue-mcp': 'Continue (MCP)',
};

/** None contains the key: it is asked for, or comes from the environment; Claude Desktop’s and Zed’s are filled in by hand. */
export function agentEntry(agent: Agent, address: string): string {
  const url = `${address}/mcp`;
  const id = 'compute-desk';
  switch (agent) {
    case 'vscode-mcp':
      return jsonText(
        {
          inputs: [
            { type: 'promptString', id: 'compute-desk-key', description: name, password: true },
          ],
          servers: {
            [id]: {
              ...{ type: 'http', url },
              headers: { Authorization: `Bearer \${input:compute-desk-key}` },
            },
          },
        },
        2,
      );
    case 'cursor':
      return jsonText(
        {
          mcpServers: {
            [id]: { url, headers: { Authorization: `Bearer \${env:COMPUTE_DESK_API_KEY}` } },
          },
        },
        2,
      );
    case 'claude':
      return jsonText(
        {
          mcpServers: {
            [id]: {
              command: 'npx',
              args: ['-y', 'mcp-remote', url, '--header', `Authorization:\${COMPUTE_DESK_KEY}`],
              env: { COMPUTE_DESK_KEY: 'Bearer …' },
            },
          },
        },
        2,
      );
    case 'zed-mcp':
      return jsonText(
        { context_servers: { [id]: { url, headers: { Authorization: 'Bearer …' } } } },
        2,
      );
    case 'continue-mcp':
      return `name: ${name}
version: 1.0.0
schema: v1
mcpServers:
  - name: ${name}
    type: streamable-http
    url: ${stringLiteral(url)}
    requestOptions:
      headers:
        Authorization: Bearer \${{ secrets.COMPUTE_DESK_API_KEY }}
`;
    case 'codex-mcp':
      return `[mcp_servers.${id}]
url = ${stringLiteral(url)}
bearer_token_env_var = "COMPUTE_DESK_API_KEY"
`;
  }
}

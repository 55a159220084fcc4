import { parse as parseToml } from 'smol-toml';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { readServers } from '../../../../main/chat/tool-servers/imported/mcp-json.ts';
import {
  type Agent,
  agentEntry,
  agents,
  type Editor,
  editors,
  entryFor,
} from '../../../../renderer/features/work/programs/entries.ts';

const address = 'http://127.0.0.1:41973';
const url = `${address}/mcp`;
/** A name that a file could take for something else. */
const model = 'org/model: "1" # \\ 日本';
const given = { baseUrl: `${address}/v1`, model, contextLength: 8192 };

const parsers = { json: JSON.parse, toml: parseToml, yaml: (text: string) => parseYaml(text) };

/** As each program documents it. */
const ofEditors: Record<Editor, [keyof typeof parsers, object]> = {
  vscode: [
    'json',
    {
      ...{ id: model, name: model, url: `${address}/v1/chat/completions`, toolCalling: true },
      ...{ vision: false, maxInputTokens: 4096, maxOutputTokens: 4096 },
    },
  ],
  zed: [
    'json',
    {
      language_models: {
        openai_compatible: {
          'Compute Desk': {
            api_url: given.baseUrl,
            available_models: [{ name: model, display_name: model, max_tokens: 8192 }],
          },
        },
      },
    },
  ],
  codex: [
    'toml',
    {
      ...{ model, model_provider: 'compute-desk' },
      model_providers: {
        'compute-desk': {
          ...{ name: 'Compute Desk', base_url: given.baseUrl, wire_api: 'responses' },
          env_key: 'COMPUTE_DESK_API_KEY',
        },
      },
    },
  ],
  continue: [
    'yaml',
    {
      ...{ name: 'Compute Desk', version: '1.0.0', schema: 'v1' },
      models: [
        {
          ...{ name: model, provider: 'openai', model, apiBase: given.baseUrl },
          // biome-ignore lint/suspicious/noTemplateCurlyInString: Continue fills it in
          apiKey: '${{ secrets.COMPUTE_DESK_API_KEY }}',
          roles: ['chat', 'edit'],
        },
      ],
    },
  ],
};

const ofAgents: Record<Agent, [keyof typeof parsers, object]> = {
  'vscode-mcp': ['json', { servers: { 'compute-desk': { type: 'http', url } } }],
  cursor: ['json', { mcpServers: { 'compute-desk': { url } } }],
  claude: ['json', { mcpServers: { 'compute-desk': { command: 'npx' } } }],
  'zed-mcp': [
    'json',
    { context_servers: { 'compute-desk': { url, headers: { Authorization: 'Bearer …' } } } },
  ],
  'codex-mcp': [
    'toml',
    { mcp_servers: { 'compute-desk': { url, bearer_token_env_var: 'COMPUTE_DESK_API_KEY' } } },
  ],
  'continue-mcp': [
    'yaml',
    {
      ...{ name: 'Compute Desk', version: '1.0.0', schema: 'v1' },
      mcpServers: [
        {
          ...{ name: 'Compute Desk', type: 'streamable-http', url },
          requestOptions: {
            // biome-ignore lint/suspicious/noTemplateCurlyInString: Continue fills it in
            headers: { Authorization: 'Bearer ${{ secrets.COMPUTE_DESK_API_KEY }}' },
          },
        },
      ],
    },
  ],
};

test.each(editors)('the entry for %s has the fields that the program documents', (editor) => {
  const [kind, expected] = ofEditors[editor];
  expect(parsers[kind](entryFor(editor, given))).toEqual(expected);
});

test.each(agents)('the entry for %s has the fields that the program documents', (agent) => {
  const [kind, expected] = ofAgents[agent];
  expect(parsers[kind](agentEntry(agent, address))).toMatchObject(expected);
});

const byHttp = { kind: 'http', url, headers: ['Authorization'] };

test.each<[Agent, object]>([
  ['vscode-mcp', byHttp],
  ['cursor', byHttp],
  [
    'claude',
    {
      ...{ kind: 'stdio', command: 'npx', environment: ['COMPUTE_DESK_KEY'] },
      arguments: ['-y', 'mcp-remote', url, '--header', expect.stringContaining('Authorization:')],
    },
  ],
])('the entry for %s is read by our own import of such files', (agent, target) => {
  const found = readServers(Buffer.from(agentEntry(agent, address)), []);
  expect(found).toMatchObject([{ name: 'compute-desk', refusal: null, target }]);
});

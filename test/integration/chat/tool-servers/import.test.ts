import { expect, test } from 'vitest';
import { startToolService } from '../../../support/servers/tool-service.ts';
import { nobody } from '../../../support/worlds/genai.ts';
import { toolServersWorld } from '../../../support/worlds/tool-servers.ts';

const bytesOf = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

const claude = {
  mcpServers: {
    files: { command: 'npx', args: ['-y', 'server-files', '/data'], env: { TOKEN: 'secret-1234' } },
  },
};
const code = `// Visual Studio Code
{
  "inputs": [{ "type": "promptString", "id": "token" }],
  "servers": {
    "remote": { "type": "http", "url": "https://mcp.example.org/x", "headers": { "Authorization": "Bearer \${input:token}" } },
    "old": { "type": "sse", "url": "https://mcp.example.org/sse" },
  },
}`;
const cursor = {
  mcpServers: { there: { url: 'https://mcp.example.org/y' }, odd: { args: 7 }, empty: {} },
};

test.each([
  [
    'Claude Desktop',
    claude,
    [
      {
        name: 'files',
        target: {
          ...{ kind: 'stdio', command: 'npx', arguments: ['-y', 'server-files', '/data'] },
          ...{ folder: null, environment: ['TOKEN'] },
        },
        ...{ refusal: null, placeholders: [] },
      },
    ],
  ],
  [
    'Visual Studio Code',
    code,
    [
      {
        name: 'remote',
        target: {
          ...{ kind: 'http', url: 'https://mcp.example.org/x', certificate: false },
          headers: ['Authorization'],
        },
        // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is in the file
        ...{ refusal: null, placeholders: ['${input:token}'] },
      },
      { name: 'old', target: null, refusal: 'sse', placeholders: [] },
    ],
  ],
  [
    'Cursor',
    cursor,
    [
      { name: 'there', refusal: null },
      { name: 'odd', refusal: 'invalid' },
      { name: 'empty', refusal: 'kind' },
    ],
  ],
])(
  'the file of %s is shown without its secrets before anything is taken',
  async (_, file, found) => {
    const { door, list } = await toolServersWorld();
    const bytes = bytesOf(file);
    const shown = await door.toolServers.examineFile({ bytes }, nobody);
    expect(shown).toMatchObject(found);
    expect(JSON.stringify(shown)).not.toContain('secret-1234');
    expect(await list()).toEqual([]);
  },
);

test('what is not taken of a server is named, and one that is switched off there is so here', async () => {
  const { door, list } = await toolServersWorld();
  const fields = {
    envFile: '.env',
    auth: { CLIENT_ID: 'x' },
    headers: {},
    [`y${'x'.repeat(200)}`]: 1,
  };
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field-${at}`, at]));
  const bytes = bytesOf({
    mcpServers: {
      one: { type: 'stdio', command: 'one', url: 'https://mcp.example.org', ...fields },
      two: { url: 'https://mcp.example.org/z', disabled: true, env: { A: 'b' } },
      three: { command: 'three', ...many },
    },
  });
  const [one, two, three] = await door.toolServers.examineFile({ bytes }, nobody);
  expect(one).toMatchObject({
    ...{ disabled: false, ignored: ['url', 'envFile', 'auth', `y${'x'.repeat(99)}`] },
  });
  expect(two).toMatchObject({ disabled: true, ignored: ['env'] });
  expect(three?.ignored).toHaveLength(20);
  await door.toolServers.importFile({ bytes, names: ['one', 'two'], systemId: null }, nobody);
  expect((await list()).map(({ state }) => state)).toEqual(['off', 'off']);
});

test('chosen servers are taken once, switched off, and what lacks a value says so', async () => {
  const { door, list, vault, until } = await toolServersWorld();
  const both = { mcpServers: { ...claude.mcpServers, there: { command: 'other' } } };
  const take = (file: unknown, names: string[]) =>
    door.toolServers.importFile({ bytes: bytesOf(file), names, systemId: null }, nobody);
  expect(await take(both, ['files'])).toEqual({ added: 1 });
  expect(await list()).toMatchObject([{ name: 'files', state: 'off' }]);
  expect([...vault.secrets.values()].map((one) => Buffer.from(one).toString())).toEqual([
    '{"TOKEN":"secret-1234"}',
  ]);
  expect(await take(both, ['files'])).toEqual({ added: 0 });
  const shown = await door.toolServers.examineFile({ bytes: bytesOf(both) }, nobody);
  expect(shown).toMatchObject([{ refusal: 'known' }, { refusal: null }]);

  expect(await take(code, ['remote'])).toEqual({ added: 1 });
  const remote = (await list()).find(({ name }) => name === 'remote')?.id ?? '';
  await expect(door.toolServers.start({ id: remote }, nobody)).rejects.toMatchObject({
    code: 'tool-server-values',
    details: { name: 'remote', value: 'Authorization' },
  });
  expect((await until(remote, 'failed')).problem?.code).toBe('tool-server-values');
});

test.each([
  ['nothing', ''],
  ['no JSON', '{"mcpServers":'],
  ['a list', '[]'],
  ['no server', '{"mcpServers":{}}'],
  ['another file', '{"name":"x","dependencies":{}}'],
  ['brackets without end', '['.repeat(500_000)],
  ['more than a megabyte', ' '.repeat(1_100_000)],
])('a file with %s is refused', async (_, text) => {
  const { door } = await toolServersWorld();
  await expect(
    door.toolServers.examineFile({ bytes: bytesOf(text) }, nobody),
  ).rejects.toMatchObject({ code: 'tool-servers-unreadable' });
});

test('headers that were entered for one address do not go to another', async () => {
  await using first = await service();
  await using second = await service();
  const { door, until } = await toolServersWorld();
  const headers = [{ name: 'x-token', value: 'secret-1234' as string | null }];
  const target = { kind: 'http' as const, url: first.url, certificate: false, headers };
  const general = { name: 'test', systemId: null };
  const { id } = await door.toolServers.add({ ...general, target }, nobody);
  await until(id, 'running');
  const moved = { ...target, url: second.url, headers: [{ name: 'x-token', value: null }] };
  await door.toolServers.edit({ id, ...general, target: moved }, nobody);
  expect((await until(id, 'failed')).problem?.code).toBe('tool-server-values');
  expect(second.seen).toEqual([]);
});

async function service() {
  const started = await startToolService();
  return { ...started, [Symbol.asyncDispose]: () => started.close() };
}

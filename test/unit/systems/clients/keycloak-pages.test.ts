import { expect, test } from 'vitest';
import { defaultConnection, type Network } from '../../../../main/base/network/index.ts';
import { keycloakDirectory } from '../../../../main/systems/clients/keycloak-admin.ts';

const url = 'https://id.example/admin/realms/op';

/** The list of a realm whose server answers a page so. */
async function listOf(page: (first: number, max: number) => readonly string[]) {
  const asked: string[] = [];
  const request: Network['request'] = async (options) => {
    asked.push(options.url.slice(url.length));
    // A loop without an end would take the test with it.
    if (asked.length > 500) throw new Error('asked for ever');
    const { searchParams } = new URL(options.url);
    const found = page(Number(searchParams.get('first')), Number(searchParams.get('max')));
    return answerOf(
      options.url,
      found.map((clientId) => ({ id: clientId, clientId })),
    );
  };
  const { listed } = listBy(request);
  return { listed, asked };
}

const answerOf = (answered: string, value: unknown) => ({
  status: 200,
  headers: {},
  setCookies: [],
  url: answered,
  body: Buffer.from(JSON.stringify(value)),
});

function listBy(request: Network['request']) {
  const directory = keycloakDirectory({ request } as Network, {
    url,
    token: async () => 'token',
    connection: defaultConnection(),
    identity: null,
  });
  return { listed: directory.list() };
}

const named = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => `client-${first + at}`);

test('the pages of a realm are read to the last', async () => {
  const { listed, asked } = await listOf((first, max) => named(first, Math.min(max, 450 - first)));
  expect((await listed).clients).toHaveLength(450);
  expect((await listed).hasMore).toBe(false);
  expect(asked).toHaveLength(10);
});

test('a realm that ends with a full page is read once more, and no client twice', async () => {
  const { listed } = await listOf((first, max) => named(first, Math.min(max, 400 - first)));
  expect((await listed).clients).toHaveLength(400);
});

test('a server that knows no pages gives the same again, and is asked no more', async () => {
  const { listed, asked } = await listOf(() => named(0, 350));
  expect((await listed).clients).toHaveLength(350);
  expect(asked.length).toBeLessThanOrEqual(2);
});

test.each([
  ['whose pages have no end', (first: number, max: number) => named(first, max)],
  ['that gives ten thousand at once', () => named(0, 10_000)],
])(
  'of a server %s, 2,000 clients are listed, and it is told that there are more',
  async (_, page) => {
    const { listed, asked } = await listOf(page);
    const { clients, hasMore } = await listed;
    expect({ clients: clients.length, hasMore }).toEqual({ clients: 2000, hasMore: true });
    expect(asked.length).toBeLessThanOrEqual(41);
  },
);

test('half a million clients that are none are told as one', async () => {
  const { listed } = listBy(async ({ url: asked }) => answerOf(asked, Array(500_000).fill(0)));
  const error: unknown = await listed.catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'answer-shape' });
  expect((error as Error).cause).toBeUndefined();
});

test('of a client with half a million addresses that are none, the name is listed', async () => {
  const client = { clientId: 'a', redirectUris: Array(500_000).fill(0) };
  const { listed } = listBy(async ({ url: asked }) => answerOf(asked, [client]));
  expect((await listed).clients).toMatchObject([{ clientId: 'a', redirectUrls: [] }]);
});

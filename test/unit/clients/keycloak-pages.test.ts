import { expect, test } from 'vitest';
import { keycloakDirectory } from '../../../main/clients/keycloak-admin.ts';
import type { Network } from '../../../main/network/index.ts';

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
    const body = Buffer.from(JSON.stringify(found.map((clientId) => ({ id: clientId, clientId }))));
    return { status: 200, headers: {}, setCookies: [], url: options.url, body };
  };
  const directory = keycloakDirectory({ request } as Network, {
    url,
    token: async () => 'token',
    authorities: [],
    identity: null,
  });
  const listed = directory.list();
  return { listed, asked };
}

const named = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => `client-${first + at}`);

test('the pages of a realm are read to the last', async () => {
  const { listed, asked } = await listOf((first, max) => named(first, Math.min(max, 450 - first)));
  expect((await listed).clients).toHaveLength(450);
  expect(asked).toHaveLength(3);
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

test('a server whose pages have no end is not asked for ever', async () => {
  const { listed } = await listOf((first, max) => named(first, max));
  await expect(listed).rejects.toMatchObject({ code: 'answer-too-large' });
});

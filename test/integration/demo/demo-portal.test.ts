import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApiKeys } from '../../../main/demo/genai/index.ts';
import { testFolder } from '../../support/files/folder.ts';
import { startWholeApp } from '../../support/processes/whole-app.ts';
import { type Answer, bearer, send, startTestDemo } from './demo-support.ts';

/** One request of a browser, for the page at `url`. */
function visit(
  url: string,
  form?: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: form ? 'POST' : 'GET',
        agent: false,
        headers: {
          ...(form && {
            origin: new URL(url).origin,
            'content-type': 'application/x-www-form-urlencoded',
          }),
          ...headers,
        },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
        const body = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      },
    );
    sent.on('error', reject);
    sent.end(form && new URLSearchParams(form).toString());
  });
}

const keyOf = (body: string) => /<output id="key">(.+?)<\/output>/.exec(body)?.[1] ?? '';
const states = (body: string) => [...body.matchAll(/data-state="(\w+)"/g)].map(([, one]) => one);
const active = (body: string, project: string) =>
  new RegExp(`<td>${project}</td>.*?name="id" value="([^"]+)"`, 's').exec(body)?.[1] ?? '';

test('a key is made for a project, shown once, works, and is refused once it is revoked', async () => {
  await using demo = await startTestDemo();
  const { portalKeysUrl: url } = demo;
  const status = async (key: string) =>
    (await send(demo, `${demo.genaiUrl}/v1/models`, { headers: bearer(key) })).status;

  const before = await visit(url);
  expect(before.status).toBe(200);
  expect(states(before.body)).toEqual(['active']);
  // the project that has a key is not offered
  expect(before.body).not.toContain('<option>demo-project</option>');
  expect(before.body).not.toContain(demo.apiKey);
  const made = await visit(url, { action: 'create', project: 'climate-2026' });
  const key = keyOf(made.body);
  expect(key).toMatch(/^cd-demo-/);
  expect(made.headers['cache-control']).toBe('no-store');
  expect(await status(key)).toBe(200);

  const listed = await visit(url);
  expect(listed.body).not.toContain(key);
  expect(listed.body).toContain(`…${key.slice(-4)}`);
  const again = await visit(url, { action: 'create', project: 'climate-2026' });
  expect([again.status, keyOf(again.body)]).toEqual([409, '']);
  expect(again.body).toContain('data-kind="taken"');

  const revoked = await visit(url, { action: 'revoke', id: active(listed.body, 'climate-2026') });
  expect([revoked.status, revoked.headers.location]).toEqual([303, new URL(url).pathname]);
  expect(await status(key)).toBe(401);
  expect(await status(demo.apiKey)).toBe(200);
  expect(states((await visit(url)).body)).toEqual(['revoked', 'active']);
  const next = keyOf((await visit(url, { action: 'create', project: 'climate-2026' })).body);
  expect(await status(next)).toBe(200);
});

test('its words are those of the browser’s language', async () => {
  await using demo = await startTestDemo();
  const japanese = await visit(demo.portalKeysUrl, undefined, { 'accept-language': 'ja,en' });
  expect(japanese.body).toContain('<html lang="ja">');
  expect(japanese.body).toContain('失効させる');
  expect((await visit(demo.portalKeysUrl)).body).toContain('Revoke');
});

test('nobody else makes keys: neither who does not know the address, nor another page, nor another name', async () => {
  await using demo = await startTestDemo();
  const { portalKeysUrl: url } = demo;
  const form = { action: 'create', project: 'climate-2026' };
  const guessed = new URL('/portal/guess/api-keys', url).href;
  expect((await visit(guessed)).status).toBe(404);
  expect((await visit(new URL('/', url).href)).status).toBe(404);
  expect((await visit(guessed, form)).status).toBe(404);
  expect((await visit(url, form, { host: 'portal.example.org' })).status).toBe(404);
  expect((await visit(url, form, { origin: 'https://example.org' })).status).toBe(403);
  expect((await visit(url, form, { origin: 'null' })).status).toBe(403);
  expect((await visit(url, { ...form, more: 'x'.repeat(10_000) })).status).toBe(403);
  const wrongs: Record<string, string>[] = [
    { action: 'create', project: '<script>' },
    { action: 'revoke', id: 'unknown' },
    { action: 'other' },
  ];
  for (const wrong of wrongs) {
    const answer = await visit(url, wrong);
    expect(answer.status).toBe(409);
    expect(answer.body).not.toContain('<script>');
  }
  expect(states((await visit(url)).body)).toEqual(['active']);
  // a browser whose page sends no referrer says where the form came from in this header only
  const own = { origin: 'null', 'sec-fetch-site': 'same-origin' };
  expect(keyOf((await visit(url, form, own)).body)).toMatch(/^cd-demo-/);
});

test('keys, revoked ones and the address are there after a restart; keys of an older demo stay good', async () => {
  const folder = testFolder();
  const path = join(folder, 'api-keys.json');
  await writeFile(path, '{"demo-project":"cd-demo-of-an-older-demo"}');
  let url: string;
  {
    await using demo = await startTestDemo({ folder });
    url = demo.portalKeysUrl;
    expect(demo.apiKey).toBe('cd-demo-of-an-older-demo');
    await visit(url, { action: 'revoke', id: active((await visit(url)).body, 'demo-project') });
  }
  // nothing of the key is left but how it ends
  expect(await readFile(path, 'utf8')).not.toContain('cd-demo-of');
  await using demo = await startTestDemo({ folder });
  expect(new URL(demo.portalKeysUrl).pathname).toBe(new URL(url).pathname);
  expect(demo.apiKey).toBe('');
  expect(states((await visit(demo.portalKeysUrl)).body)).toEqual(['revoked']);
});

test('of revoked keys the last twenty are kept', async () => {
  const keys = await openApiKeys(join(testFolder(), 'keys.json'), ['a', 'b']);
  for (let made = 0; made < 25; made += 1) {
    await keys.create('b');
    await keys.revoke('b');
  }
  expect(keys.all().filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(20);
  expect(keys.of('a')).toMatch(/^cd-demo-/);
});

test('the app leads to the page; a key that is made there is one of the app’s, until it is revoked', async () => {
  const { call, events } = await startWholeApp();
  const { id: systemId } = await call('systems.openDemo', undefined);
  const url = (await call('genai.snapshot', { systemId })).portal.keysUrl ?? '';
  const key = keyOf((await visit(url, { action: 'create', project: 'materials-07' })).body);
  const added = await call('genai.addKey', { systemId, name: 'materials-07', key });
  expect(added).toMatchObject({ lastFour: key.slice(-4), refusedAt: null });
  expect(await call('genai.demoKey', { systemId })).toEqual({ key });
  expect((await call('genai.testKey', { systemId, key })).problem).toBeNull();

  await visit(url, { action: 'revoke', id: active((await visit(url)).body, 'materials-07') });
  expect((await call('genai.testKey', { systemId, key })).problem?.code).toBe('api-key-refused');
  await call('genai.refreshModels', { systemId });
  const { keys } = await events.until('genai.changed', (state) =>
    state.keys.some(({ refusedAt }) => refusedAt !== null),
  );
  expect(keys.find(({ refusedAt }) => refusedAt !== null)?.name).toBe('materials-07');

  // an address of the user's own stays
  const own = 'https://portal.example.org/keys';
  await call('genai.setPortal', { systemId, keysUrl: own, usageUrl: null });
  await call('systems.openDemo', undefined);
  expect((await call('genai.snapshot', { systemId })).portal.keysUrl).toBe(own);
});

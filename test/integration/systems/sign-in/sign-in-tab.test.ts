import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readAuthorities } from '../../../../main/base/x509/authorities.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { startStubHost } from '../../../support/processes/web-host.ts';
import {
  type Behaviour,
  hostileClient,
  startHostileProvider,
} from '../../../support/servers/hostile-provider.ts';
import { ask, type PlainAnswer } from '../../../support/servers/http.ts';
import { sender, signInWorld, systemId } from '../../../support/worlds/sign-in.ts';
import { startTestDemo } from '../../demo/demo-support.ts';

// The provider's pages in a tab of the web host, and what others on loopback can do to it: other users, other
// ports and pages of any other origin, everything short of knowing a secret of the tab.

type WorldOptions = Partial<Parameters<typeof signInWorld>[0]>;

/** The sign-in domain behind the web host that is on loopback. */
async function tabWorld(options: WorldOptions) {
  const web = await startStubHost({ folder: testFolder() });
  onTestFinished(() => web.server.close());
  const { origin } = web;
  const world = await signInWorld({
    ...options,
    openSignInTab: web.signInTabs.open,
    windows: false,
  });
  const page = async (): Promise<string> =>
    (await world.calls().openTab({ systemId }, sender)).path;
  const { host } = new URL(origin);
  /** What a browser does that was sent to a path of the host: into the tab, with its cookie. */
  const enter = async (path: string) => {
    const way = new URL(leadsTo(await ask(origin, path, { headers: { host } })));
    const first = await ask(origin, way.pathname, { headers: { host: way.host } });
    expect(first.status).toBe(200);
    const [cookie = ''] = String(first.headers['set-cookie']).split(';');
    return { tab: way.host, way: way.pathname, cookie, start: leadsTo(first), first };
  };
  const begin = async () => {
    await world.start('tab');
    return enter(await page());
  };
  return { world, web, origin, host, page, enter, begin };
}

/** A provider whose first page stays where it is, and counts who asks for it. */
async function pagesWorld(behaviour: Behaviour = {}) {
  const provider = await startHostileProvider({
    authorize: () => ({ headers: { 'content-type': 'text/html' }, body: '<h1>Who are you?</h1>' }),
    ...behaviour,
  });
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const made = await tabWorld({
    preset: hostileClient,
    system: { authUrl: provider.origin, webApiUrl: provider.origin },
  });
  const asked = (): number => provider.visits.filter(({ url }) => url.includes('/auth?')).length;
  return { ...made, provider, asked };
}

function leadsTo({ headers }: PlainAnswer): string {
  const [, address = ''] = /url=(.*)$/.exec(String(headers.refresh)) ?? [];
  expect(address).not.toBe('');
  return address;
}

test('the demo’s confirm page by the imported certificate, Continue, signed in; nothing of it is left', async () => {
  await using demo = await startTestDemo();
  const issued = await demo.inspect.issueCertificate({ commonName: 'Grace', purpose: 'client' });
  const { world, origin, begin } = await tabWorld({
    identity: {
      name: 'grace',
      certificatePem: issued.certificatePem,
      privateKeyPem: issued.keyPem,
      notAfter: '2099-01-01T00:00:00.000Z',
    },
    preset: demo.oauthClient,
    system: {
      authUrl: demo.authUrl,
      webApiUrl: demo.webApiUrl,
      authorities: readAuthorities(Buffer.from(demo.authorityPem)),
    },
  });
  expect((await world.snapshot()).ways).toEqual(['tab', 'browser']);
  const { tab, cookie, start } = await begin();
  const headers = { host: tab, cookie };
  const seen: PlainAnswer[] = [];
  let at = start;
  const go = async (path: string, method = 'GET', body?: string): Promise<PlainAnswer> => {
    at = path;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = body === undefined ? headers : { ...headers, ...form };
    const answer = await ask(origin, path, { method, headers: sent, body });
    seen.push(answer);
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status > 399 || typeof location !== 'string') return answer;
    const next = new URL(location);
    expect(next.host).toBe(tab);
    return go(next.pathname + next.search);
  };
  const confirm = await go(start);
  expect(confirm.body).toContain('CN=Grace');
  // its form is sent to where it came from
  const last = await go(at, 'POST', 'login=Continue');
  expect(last.body).toContain('<h1>Signed in</h1>');
  expect((await world.until(({ state }) => state === 'active')).who?.name).toBe('Grace');

  for (const { headers: sent, body } of seen) {
    expect(sent['set-cookie']).toBeUndefined();
    expect(`${JSON.stringify(sent)}${body}`).not.toMatch(/[?&]code=/);
    expect(body).not.toContain(demo.authUrl);
    expect(sent['cache-control']).toBe('no-store');
    expect(String(sent['content-security-policy'])).toContain("default-src 'self'");
  }
  expect(last.headers['clear-site-data']).toBe('"cookies", "storage"');
  await world.until(({ state, attempt }) => state === 'active' && attempt === null);
  await expect.poll(async () => (await ask(origin, '/', { headers })).status).toBe(403);
});

test('who has not come in by the one-time address gets nothing, and the provider is not asked', async () => {
  const { origin, host, begin, asked, world } = await pagesWorld();
  const { tab, cookie, start, first } = await begin();
  expect(String(first.headers['set-cookie'])).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
  const other = tab.replace(/[0-9a-f]{32}/, 'f'.repeat(32));
  const port = new URL(origin).port;
  const strangers: Record<string, string>[] = [
    { host: tab },
    { host: tab, cookie: 'compute-desk-tab=' },
    { host: tab, cookie: `compute-desk-tab=${'A'.repeat(43)}` },
    { host: tab, cookie: cookie.toUpperCase() },
    // the cookie alone is nothing elsewhere
    { host, cookie },
    { host: `localhost:${port}`, cookie },
    { host: other, cookie },
    { host: `x.${tab}`, cookie },
    { host: `${tab.split(':')[0]}.evil.example:${port}`, cookie },
    { host: `evil.example:${port}`, cookie },
  ];
  for (const headers of strangers) {
    const answer = await ask(origin, start, { headers });
    expect(answer.status, JSON.stringify(headers)).toBe(403);
    expect(answer.body).not.toContain('Who are you?');
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect(asked()).toBe(0);
  // and the tab is as it was
  const own = await ask(origin, start, { headers: { host: tab, cookie } });
  expect(own).toMatchObject({ status: 200, body: '<h1>Who are you?</h1>' });
  expect((await world.snapshot()).attempt?.phase).toBe('waiting');
});

test('a page of another origin asks in vain, even where a browser would send the cookie along', async () => {
  const { origin, begin, asked } = await pagesWorld();
  const { tab, cookie, start } = await begin();
  const site = (value: string) => ({ 'sec-fetch-site': value });
  const refused: Record<string, string>[] = [
    site('cross-site'),
    site('same-site'),
    { ...site('same-origin'), 'service-worker': 'script' },
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: `http://${tab.replace(/\d+$/, '1')}` },
  ];
  for (const headers of refused) {
    for (const method of ['GET', 'POST']) {
      const answer = await ask(origin, start, {
        method,
        headers: { host: tab, cookie, ...headers },
      });
      expect(answer.status, JSON.stringify(headers)).toBe(403);
    }
  }
  for (const method of ['PUT', 'DELETE', 'OPTIONS', 'TRACE']) {
    expect((await ask(origin, start, { method, headers: { host: tab, cookie } })).status).toBe(405);
  }
  expect(asked()).toBe(0);
  for (const headers of [site('same-origin'), site('none'), { origin: `http://${tab}` }]) {
    const answer = await ask(origin, start, { headers: { host: tab, cookie, ...headers } });
    expect(answer.status).toBe(200);
  }
});

test('the way in is good once; asked for again it ends the sign-in, whoever was first', async () => {
  const { world, origin, host, page, enter, asked } = await pagesWorld();
  await world.start('tab');
  const path = await page();
  const { tab, way, cookie, start } = await enter(path);
  expect((await ask(origin, path, { headers: { host } })).status).toBe(403);
  expect((await world.snapshot()).attempt?.phase).toBe('waiting');

  expect((await ask(origin, way, { headers: { host: tab } })).status).toBe(410);
  const { cause } = await world.until(({ state }) => state === 'signed-out');
  expect(cause.problem?.code).toBe('sign-in-tab-twice');
  expect((await ask(origin, start, { headers: { host: tab, cookie } })).status).toBe(403);
  expect(asked()).toBe(0);
});

test('the page can be opened again: the new tab has the pages, the one before has none', async () => {
  const { origin, page, enter, begin } = await pagesWorld();
  const before = await begin();
  const now = await enter(await page());
  expect(now.tab).toBe(before.tab);
  const statusOf = async ({ tab, cookie, start }: typeof now) =>
    (await ask(origin, start, { headers: { host: tab, cookie } })).status;
  expect(await statusOf(before)).toBe(403);
  expect(await statusOf(now)).toBe(200);
});

test('after its end nothing is left: no page, no way in, no second callback', async () => {
  const { world, origin, host, page, begin, asked } = await pagesWorld();
  const { tab, cookie, start } = await begin();
  const unused = await page();
  await world.calls().cancel({ systemId }, sender);
  expect((await ask(origin, start, { headers: { host: tab, cookie } })).status).toBe(403);
  expect((await ask(origin, unused, { headers: { host } })).status).toBe(403);
  await expect(page()).rejects.toMatchObject({ code: 'not-found' });
  expect(asked()).toBe(0);
  // the next one has a name and secrets of its own
  const next = await begin();
  expect(next.tab).not.toBe(tab);
  for (const headers of [
    { host: next.tab, cookie },
    { host: tab, cookie: next.cookie },
  ]) {
    expect((await ask(origin, next.start, { headers })).status).toBe(403);
  }
});

test('the provider’s pages lead to no other origin, whatever they say', async () => {
  const away = 'http://evil.example/take';
  const { origin, begin, provider, world } = await pagesWorld({
    authorize: () => ({ status: 302, headers: { location: away } }),
  });
  const { tab, cookie, start } = await begin();
  const headers = { host: tab, cookie };
  const answer = await ask(origin, start, { headers });
  expect(answer.status).toBe(403);
  expect(answer.headers.location).toBeUndefined();
  expect(answer.body).toContain('http://evil.example');
  // addresses that a resolver would take for another host
  for (const path of ['//evil.example/', '/\\evil.example/', '/..//evil.example']) {
    const before = provider.visits.length;
    await ask(origin, path, { headers });
    expect(provider.visits.length).toBe(before + 1);
  }
  expect((await ask(origin, 'http://evil.example/', { headers })).status).toBe(403);
  expect((await world.snapshot()).attempt?.phase).toBe('waiting');
});

test('the page says that the user is signed in only when the app has the tokens', async () => {
  const { world, origin, begin, provider } = await pagesWorld();
  provider.behave({ exchange: () => ({ status: 400, body: { error: 'invalid_grant' } }) });
  const { tab, cookie, start } = await begin();
  const headers = { host: tab, cookie };
  const back = await ask(origin, start, { headers });
  expect(back).toMatchObject({ status: 303, body: '' });
  const { pathname, search } = new URL(String(back.headers.location));
  expect(search).toBe('');
  const last = await ask(origin, pathname, { headers });
  expect(last.body).toContain('<h1>Not signed in</h1>');
  expect((await world.snapshot()).cause.problem?.code).toBe('sign-in-code-refused');
});

test('where the tokens take long the page says so neutrally, and is still let in when it asks again', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { origin, begin, provider } = await pagesWorld({
    authorize: ({ issuer, asked: query }) => {
      const back = new URL(query.get('redirect_uri') ?? '');
      back.search = String(
        new URLSearchParams({ code: 'x', state: query.get('state') ?? '', iss: issuer }),
      );
      return { status: 302, headers: { location: back.href } };
    },
    exchange: () => (response) => {
      void held.then(() => response.writeHead(400).end('{"error":"invalid_grant"}'));
    },
  });
  const { tab, cookie, start } = await begin();
  const headers = { host: tab, cookie };
  const { pathname } = new URL(String((await ask(origin, start, { headers })).headers.location));
  const neutral = await ask(origin, pathname, { headers });
  expect(neutral).toMatchObject({ status: 200, headers: { refresh: '1' } });
  expect(neutral.headers['clear-site-data']).toBeUndefined();
  expect(neutral.body).not.toContain('igned in');
  expect(provider.tokenForms).toHaveLength(1);
  release();
  const last = await ask(origin, pathname, { headers });
  expect(last.headers.refresh).toBeUndefined();
  expect(last.body).toContain('<h1>Not signed in</h1>');
});

/** Listens on ::1; the code of the error where it cannot. */
function listenOnIpv6(port: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    server.listen(port, '::1', () => resolve(null));
    onTestFinished(() => {
      server.close();
    });
  });
}

const hasIpv6 = (await listenedOnce()) === null;
if (!hasIpv6) console.log('skipped: who listens on ::1; this machine has no IPv6');

function listenedOnce(): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    server.listen(0, '::1', () => server.close(() => resolve(null)));
  });
}

test.runIf(hasIpv6)(
  'browsers try ::1 for the tab’s name: it is the app’s too while there is a tab, and whose it is before makes no tab',
  async () => {
    const { world, origin, begin } = await pagesWorld();
    const port = Number(new URL(origin).port);
    const { tab, cookie, start } = await begin();
    expect(await listenOnIpv6(port)).toBe('EADDRINUSE');
    const ipv6 = `http://[::1]:${port}`;
    const answer = await fetch(ipv6 + start, { headers: { host: tab, cookie } }).catch(() => null);
    // fetch keeps its own Host: which is no tab's
    expect(answer?.status).toBe(403);
    await world.calls().cancel({ systemId }, sender);
    await expect.poll(() => listenOnIpv6(port)).toBe(null);
    await expect(world.start('tab')).rejects.toMatchObject({ code: 'sign-in-listener-failed' });
  },
);

test('without the web host there is no such way', async () => {
  const world = await signInWorld({
    preset: hostileClient,
    system: { authUrl: 'http://127.0.0.1:1' },
    windows: false,
  });
  expect((await world.snapshot()).ways).toEqual(['browser']);
  await expect(world.start('tab')).rejects.toMatchObject({ code: 'sign-in-way-unavailable' });
});

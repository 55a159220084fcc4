import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { defaultConnection, type TlsIdentity } from '../../../../main/base/network/index.ts';
import { readAuthorities } from '../../../../main/base/x509/authorities.ts';
import type { DemoOptions } from '../../../../main/demo/index.ts';
import { callWebApi } from '../../../../main/machines/monitor/index.ts';
import { enter } from '../../../support/servers/own-browser.ts';
import { browse, sender, signInWorld, systemId } from '../../../support/worlds/sign-in.ts';
import { createBrowser, location, startTestDemo } from '../../demo/demo-support.ts';

type Demo = Awaited<ReturnType<typeof startTestDemo>>;
let demo: Demo;
let grace: TlsIdentity;

async function certificateFor(from: Demo, name: string): Promise<TlsIdentity> {
  const issued = await from.inspect.issueCertificate({ commonName: name, purpose: 'client' });
  return {
    name: `test-${name}`,
    certificatePem: issued.certificatePem,
    privateKeyPem: issued.keyPem,
    notAfter: '2099-01-01T00:00:00.000Z',
  };
}

beforeAll(async () => {
  demo = await startTestDemo();
  grace = await certificateFor(demo, 'Grace');
});
afterAll(() => demo[Symbol.asyncDispose]());

async function worldOf(from: Demo, options: Partial<Parameters<typeof signInWorld>[0]> = {}) {
  const world = await signInWorld({
    identity: grace,
    preset: from.oauthClient,
    ...options,
    system: {
      authUrl: from.authUrl,
      webApiUrl: from.webApiUrl,
      authorities: readAuthorities(Buffer.from(from.authorityPem)),
      ...options.system,
    },
  });
  const access = () => ({
    address: from.webApiUrl,
    identity: null,
    connection: defaultConnection([from.authorityPem]),
    authorization: world.signIn.authorization(systemId),
  });
  return {
    ...world,
    get signIn() {
      return world.signIn;
    },
    status: () => callWebApi(world.network, access(), { path: '/status/' }),
    refreshes: () =>
      from.inspect.tokenRequests().filter(({ grantType }) => grantType === 'refresh_token'),
    /** By the in-app window, pressing `button` on the confirm page. */
    async signInByWindow(button: 'login' | 'cancel' = 'login') {
      await world.start('window');
      const window = world.windows.at(-1);
      if (window === undefined) throw new Error('no window was opened');
      const page = await browse(window, window.options.startUrl);
      await browse(window, page.url, { method: 'POST', body: `${button}=pressed` });
      await world.until(({ state }) => state !== 'authorizing' && world.windows.length > 0);
      return window;
    },
  };
}

/** A demo of its own, for tests that count or meddle. */
async function ownDemo(options: Partial<DemoOptions> = {}) {
  return startTestDemo(options);
}

test('by the window: confirm page, Continue, signed in, a call, sign out', async () => {
  const world = await worldOf(demo);
  const window = await world.signInByWindow();
  const session = await world.snapshot();
  expect(session).toMatchObject({
    state: 'active',
    cause: { code: 'signed-in', problem: null },
    who: { name: expect.stringContaining('') },
    attempt: null,
    settings: { clientId: 'compute-desk', hasClientSecret: true },
    tokens: {
      tokenType: 'bearer',
      expiresIn: 300,
      refresh: 'expires',
      storedIn: 'keychain',
      certificateBound: false,
      idToken: { claims: { aud: 'compute-desk' }, header: { alg: 'RS256' } },
    },
  });
  expect(window.closed).toBe(true);
  const answer = await world.status();
  expect(answer.status).toBe(200);
  expect(demo.inspect.counts().statusByToken).toBeGreaterThan(0);

  const out = await world.calls().signOut({ systemId }, sender);
  expect(out.revoked).toBe(true);
  expect((await world.snapshot()).state).toBe('signed-out');
  expect(world.vault.secrets.size).toBe(0);
  await expect(world.status()).rejects.toMatchObject({ code: 'session-signed-out' });
});

test('Ignore ends the attempt with its sentence', async () => {
  const world = await worldOf(demo);
  await world.signInByWindow('cancel');
  expect(await world.snapshot()).toMatchObject({
    state: 'signed-out',
    cause: { code: 'attempt-ended', problem: { code: 'sign-in-refused' } },
  });
});

test('by the browser: loopback, the page that follows, signed in', async () => {
  const world = await worldOf(demo, { openExternal: async () => true });
  const started = await world.start('browser');
  expect(started.attempt).toMatchObject({ opened: true, phase: 'waiting', way: 'browser' });
  const { url, cookie } = await enter(started.attempt?.authorizeUrl ?? '');
  const { searchParams } = url;
  expect(searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid',
    client_id: 'compute-desk',
    code_challenge_method: 'S256',
  });

  const user = await demo.inspect.issueCertificate({ commonName: 'Grace', purpose: 'client' });
  const visit = createBrowser(demo, user);
  const confirm = location(await visit(url.href), demo.authUrl).href;
  const resume = location(await visit(confirm, { login: 'Continue' }), demo.authUrl).href;
  const back = location(await visit(resume), demo.authUrl);
  const answer = await fetch(back, { headers: { 'accept-language': 'en', cookie } });
  expect(answer.url).toMatch(/\/oauth\/finished$/);
  expect(await answer.text()).toContain('<h1>Signed in</h1>');
  // At once: the page did not say so before the app had the tokens.
  expect((await world.snapshot()).state).toBe('active');
  expect((await world.status()).status).toBe(200);
});

test('200 calls that meet a 403 at once cause exactly one refresh', async () => {
  await using own = await ownDemo();
  const world = await worldOf(own, { identity: await certificateFor(own, 'Ada') });
  await world.signInByWindow();
  await own.inspect.expireAccessTokens();
  const answers = await Promise.all(Array.from({ length: 200 }, () => world.status()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(world.refreshes()).toEqual([
    expect.objectContaining({ status: 200, hasRedirectUri: true, clientId: 'compute-desk' }),
  ]);
  expect((await world.snapshot()).cause.code).toBe('refreshed');

  await own.inspect.expireAccessTokens();
  expect((await world.status()).status).toBe(200);
  expect(world.refreshes().map(({ status }) => status)).toEqual([200, 200]);
});

test('a refresh that is refused ends the session, and every waiting call hears why', async () => {
  await using own = await ownDemo();
  const world = await worldOf(own, { identity: await certificateFor(own, 'Ada') });
  await world.signInByWindow();
  await own.inspect.expireAccessTokens();
  await own.inspect.expireRefreshTokens();
  const ends = await Promise.allSettled(Array.from({ length: 20 }, () => world.status()));
  const codes = ends.map((end) =>
    end.status === 'rejected' ? (end.reason as { code: string }).code : 'answered',
  );
  expect(new Set(codes)).toEqual(new Set(['session-expired']));
  expect(await world.snapshot()).toMatchObject({
    state: 'expired',
    cause: { code: 'refresh-refused', problem: { code: 'session-refresh-refused' } },
    tokens: null,
  });
  expect(world.refreshes()).toHaveLength(1);
  expect(world.vault.secrets.size).toBe(0);
});

test('401 counts as 403; a retry that is refused too ends the session', async () => {
  await using own = await ownDemo({ refusalStatus: 401 });
  const world = await worldOf(own, { identity: await certificateFor(own, 'Ada') });
  await world.signInByWindow();
  own.inspect.setTokenResponse({ notBefore: 0 });
  const server = createServer((_, response) => void response.writeHead(401).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const call = callWebApi(
    world.network,
    {
      address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      identity: null,
      connection: defaultConnection(),
      authorization: world.signIn.authorization(systemId),
    },
    { path: '/status/' },
  );
  await expect(call).rejects.toMatchObject({
    code: 'session-expired',
    details: { status: 401 },
  });
  expect((await world.snapshot()).cause.code).toBe('call-refused-again');
  expect(world.refreshes()).toHaveLength(1);
});

test('after a restart the session goes on', async () => {
  const world = await worldOf(demo);
  await world.signInByWindow();
  await world.reopen();
  expect(await world.snapshot()).toMatchObject({
    state: 'active',
    cause: { code: 'restored' },
    who: { subject: expect.any(String) },
  });
  expect((await world.status()).status).toBe(200);
});

test('after a restart with the clock set back by a year the session is renewed first, whatever its age seems', async () => {
  let ahead = 0;
  const now = () => ({ wall: Date.now() + ahead, steady: performance.now() });
  const world = await worldOf(demo, { now });
  await world.signInByWindow();
  ahead = -365 * 86_400_000;
  await world.reopen();
  await world.snapshot();
  await expect.poll(() => world.refreshes().length).toBe(1);
  await expect.poll(async () => (await world.snapshot()).state).toBe('active');
  expect((await world.status()).status).toBe(200);
  ahead = 0;
  await world.reopen();
  // by this clock the tokens are a year old
  expect(await world.snapshot()).toMatchObject({ state: 'expired', tokens: null });
});

test('without an id_token, with an offline token and "Bearer": tolerated as far as the settings say', async () => {
  await using own = await ownDemo({
    tokenResponse: { omitIdToken: true, tokenType: 'Bearer', refreshExpiresIn: 0 },
  });
  const world = await worldOf(own, { identity: await certificateFor(own, 'Ada') });
  await world.signInByWindow();
  expect((await world.snapshot()).cause.problem?.code).toBe('sign-in-id-token-missing');

  await world.calls().updateSettings({ systemId, idTokenRequired: false }, sender);
  await world.signInByWindow();
  const session = await world.until(({ state }) => state === 'active');
  expect(session).toMatchObject({
    who: null,
    tokens: { tokenType: 'Bearer', refresh: 'offline', refreshExpiresAt: null, idToken: null },
  });
});

test('a redirect URL that is not registered ends the attempt with what to register', async () => {
  const world = await worldOf(demo);
  await world.calls().updateSettings({ systemId, redirectUrl: 'compute-desk://other' }, sender);
  await world.start('window');
  const window = world.windows.at(-1);
  if (window === undefined) throw new Error('no window was opened');
  await browse(window, window.options.startUrl);
  const session = await world.until(({ cause }) => cause.code === 'attempt-ended');
  expect(session.cause.problem).toMatchObject({
    code: 'sign-in-redirect-not-registered',
    details: { redirectUrl: 'compute-desk://other' },
  });

  await world.calls().updateSettings({ systemId, browserRedirect: 'protocol' }, sender);
  await expect(world.start('browser')).rejects.toMatchObject({
    code: 'sign-in-redirect-not-registered',
  });
});

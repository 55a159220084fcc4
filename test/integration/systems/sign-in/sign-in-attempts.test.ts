import { expect, onTestFinished, test } from 'vitest';
import { readAuthorities } from '../../../../main/base/x509/authorities.ts';
import { hostileClient, startHostileProvider } from '../../../support/servers/hostile-provider.ts';
import { enter, followAsBrowser } from '../../../support/servers/own-browser.ts';
import { browse, sender, signInWorld, systemId } from '../../../support/worlds/sign-in.ts';
import { startTestDemo } from '../../demo/demo-support.ts';

async function worldWith(options: Partial<Parameters<typeof signInWorld>[0]> = {}) {
  const provider = await startHostileProvider();
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const world = await signInWorld({
    preset: hostileClient,
    ...options,
    system: { authUrl: provider.origin, webApiUrl: provider.origin, ...options.system },
  });
  const problem = async () =>
    (await world.until(({ cause }) => cause.code === 'attempt-ended')).cause.problem;
  return { provider, world, problem };
}

test('what is missing is said before anything starts', async () => {
  const { world } = await worldWith({ preset: null, windows: false });
  expect(await world.snapshot()).toMatchObject({ missing: ['client-id'], ways: ['browser'] });
  await expect(world.start('browser')).rejects.toMatchObject({ code: 'sign-in-no-client' });
  await world.calls().updateSettings({ systemId, clientId: 'mine' }, sender);
  await expect(world.start('window')).rejects.toMatchObject({ code: 'sign-in-way-unavailable' });
  const other = await worldWith({ system: { authUrl: null } });
  await expect(other.world.start('browser')).rejects.toMatchObject({ code: 'sign-in-no-address' });
});

test('one attempt at a time; signed in, none at all', async () => {
  const { world } = await worldWith();
  const [first, second] = await Promise.allSettled([
    world.start('browser'),
    world.start('browser'),
  ]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ reason: { code: 'sign-in-in-progress' } });
  const { attempt } = await world.snapshot();
  await followAsBrowser(attempt?.authorizeUrl ?? '');
  await world.until(({ state }) => state === 'active');
  await expect(world.start('browser')).rejects.toMatchObject({ code: 'sign-in-already-active' });
});

test.each([
  ['invalid_client', { status: 401, body: { error: 'invalid_client' } }, true],
  ['Keycloak’s', { status: 401, body: { error: 'unauthorized_client' } }, true],
  ['of the code', { status: 400, body: { error: 'invalid_grant' } }, false],
  ['of a page', { status: 502, body: '<h1>Bad gateway</h1>' }, false],
])(
  'without a secret the token endpoint is asked before anybody is sent to the pages: %s',
  async (_, reply, isRefused) => {
    const { provider, world } = await worldWith({ preset: null });
    provider.behave({ exchange: () => reply });
    const { clientId } = hostileClient;
    await world.calls().updateSettings({ systemId, clientId }, sender);
    const started = world.start('window');
    if (isRefused) {
      await expect(started).rejects.toMatchObject({ code: 'sign-in-secret-missing' });
      expect(world.windows).toEqual([]);
      expect((await world.snapshot()).cause.problem?.code).toBe('sign-in-secret-missing');
    } else {
      expect((await started).state).toBe('authorizing');
      expect(world.windows).toHaveLength(1);
    }
    expect(provider.tokenForms.map((form) => form.get('client_secret'))).toEqual([null]);
    expect(provider.visits.filter(({ url }) => url.includes('/auth?'))).toEqual([]);
    // With one there is nothing to ask.
    await world.calls().updateSettings({ systemId, ...hostileClient }, sender);
    await world.calls().cancel({ systemId }, sender);
    expect((await world.start('window')).state).toBe('authorizing');
    expect(provider.tokenForms).toHaveLength(1);
  },
);

test('ten minutes are the limit', async () => {
  const clock = { wall: Date.now(), steady: 0 };
  const { world, problem } = await worldWith({ now: () => ({ ...clock }) });
  const started = await world.start('browser');
  expect(Date.parse(started.attempt?.deadline ?? '') - clock.wall).toBe(600_000);
  clock.wall += 600_000;
  clock.steady += 600_000;
  expect((await world.snapshot()).state).toBe('signed-out');
  expect((await problem())?.code).toBe('sign-in-deadline');
  // The listener is gone, and the next attempt can start.
  await expect(fetch(started.attempt?.redirectUrl ?? '')).rejects.toBeTruthy();
  expect((await world.start('browser')).state).toBe('authorizing');
});

test('closing the window ends the attempt', async () => {
  const { world, problem } = await worldWith();
  await world.start('window');
  world.windows[0]?.options.onClosed();
  expect((await problem())?.code).toBe('sign-in-window-closed');
});

test('cancelling frees everything, at any point', async () => {
  const { world } = await worldWith();
  const session = await world.calls().cancel({ systemId }, sender);
  expect(session.state).toBe('signed-out');
  const started = await world.start('browser');
  const cancelled = await world.calls().cancel({ systemId }, sender);
  expect(cancelled).toMatchObject({
    state: 'signed-out',
    attempt: null,
    cause: { code: 'attempt-ended', problem: { code: 'sign-in-cancelled' } },
  });
  await expect(fetch(started.attempt?.redirectUrl ?? '')).rejects.toBeTruthy();
});

test('without an imported certificate those of the operating system are offered, never the first by itself', async () => {
  const { world, problem } = await worldWith();
  await world.start('window');
  const [window] = world.windows;
  expect(window?.options.gateway).toBeNull();
  const offered = ['a', 'b'].map((fingerprint) => ({
    fingerprint,
    subject: `CN=${fingerprint}`,
    issuer: 'CN=authority',
    notBefore: '2026-01-01T00:00:00.000Z',
    notAfter: '2027-01-01T00:00:00.000Z',
  }));
  const asked = window?.options.selectClientCertificate('id.example', offered);
  const { attempt } = await world.until((one) => one.attempt?.certificateRequest != null);
  expect(attempt?.certificateRequest).toMatchObject({ host: 'id.example', certificates: offered });
  const requestId = attempt?.certificateRequest?.id ?? '';
  const wrong = world
    .calls()
    .chooseCertificate({ systemId, requestId: 'x', fingerprint: 'a' }, sender);
  await expect(wrong).rejects.toMatchObject({ code: 'not-found' });
  await world.calls().chooseCertificate({ systemId, requestId, fingerprint: 'b' }, sender);
  expect(await asked).toBe('b');
  expect((await world.snapshot()).attempt?.certificateRequest).toBeNull();

  expect(await window?.options.selectClientCertificate('id.example', [])).toBeNull();
  window?.options.onClosed();
  expect((await problem())?.code).toBe('sign-in-no-certificate');
});

test('without a gateway: other origins are not followed, the redirect URL is the end, failures have a page', async () => {
  const { world, provider } = await worldWith();
  await world.start('window');
  const options = world.windows[0]?.options;
  expect(options?.mayNavigate(`${provider.issuer}/login`)).toBe(true);
  expect(options?.mayNavigate('https://evil.example/')).toBe(false);
  expect(options?.mayNavigate('file:///etc/passwd')).toBe(false);
  const page = options?.failurePage({
    url: `${provider.origin}/x`,
    reason: 'ERR_CERT_AUTHORITY_INVALID',
  });
  expect(page).toContain('compute-desk-server-not-trusted');
  const { searchParams } = new URL(options?.startUrl ?? '');
  await fetch(options?.startUrl ?? '', { redirect: 'manual' });
  const back = new URL('compute-desk://oauth/callback');
  back.searchParams.set('code', 'x');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  back.searchParams.set('iss', provider.issuer);
  expect(options?.mayNavigate(back.href)).toBe(false);
  await world.until(({ state }) => state === 'active');
  expect(world.windows[0]?.closed).toBe(true);
});

test.each(['loopback', 'protocol'] as const)(
  'an answer with another state, which anyone can send by %s, ends nothing',
  async (browserRedirect) => {
    const { world, provider } = await worldWith({ openExternal: async () => true });
    await world.calls().updateSettings({ systemId, browserRedirect }, sender);
    const { attempt } = await world.start('browser');
    const { url, cookie } = await enter(attempt?.authorizeUrl ?? '');
    const { searchParams } = url;
    const state = searchParams.get('state') ?? '';
    const back = searchParams.get('redirect_uri') ?? '';
    const send = async (query: string): Promise<number | boolean> =>
      browserRedirect === 'protocol'
        ? world.signIn.receiveUrl(`${back}?${query}`)
        : (await fetch(`${back}?${query}`, { headers: { cookie } })).status;
    const ignored = browserRedirect === 'protocol' ? false : 400;
    for (const query of [
      '',
      'state=',
      'code=x&state=other',
      'error=access_denied',
      `code=x#${state}`,
    ]) {
      expect(await send(query)).toBe(ignored);
    }
    expect((await world.snapshot()).attempt?.phase).toBe('waiting');
    await send(new URLSearchParams({ code: 'x', state, iss: provider.issuer }).toString());
    await world.until((session) => session.state === 'active');
  },
);

test('the tab says “Not signed in” where the code was right and no tokens came of it', async () => {
  const { provider, world, problem } = await worldWith();
  provider.behave({ exchange: () => ({ status: 400, body: { error: 'invalid_grant' } }) });
  const { attempt } = await world.start('browser');
  const tab = await followAsBrowser(attempt?.authorizeUrl ?? '', { 'accept-language': 'en' });
  expect(tab.url).toMatch(/\/oauth\/finished$/);
  expect(await tab.text()).toContain('<h1>Not signed in</h1>');
  expect((await problem())?.code).toBe('sign-in-code-refused');
});

test('signed in while calls go by certificate, the user is asked once whether they shall carry the token', async () => {
  const { world } = await worldWith({ system: { route: 'certificate' } });
  expect((await world.snapshot()).askRoute).toBe(false);
  await followAsBrowser((await world.start('browser')).attempt?.authorizeUrl ?? '');
  const asked = await world.until(({ state }) => state === 'active');
  expect(asked).toMatchObject({ askRoute: true, settings: { route: 'certificate' } });
  expect((await world.access.openWebApi(systemId)).authorization).toBeNull();
  await world.calls().updateSettings({ systemId, route: 'certificate' }, sender);
  expect((await world.snapshot()).askRoute).toBe(false);
  await world.reopen();
  expect(await world.snapshot()).toMatchObject({ state: 'active', askRoute: false });
});

test('a browser that returns by the app’s protocol', async () => {
  const { world, provider } = await worldWith({ openExternal: async () => true });
  await world.calls().updateSettings({ systemId, browserRedirect: 'protocol' }, sender);
  const { attempt } = await world.start('browser');
  expect(attempt).toMatchObject({ opened: true, redirectUrl: 'compute-desk://oauth/callback' });
  const { url } = await enter(attempt?.authorizeUrl ?? '');
  const state = url.searchParams.get('state') ?? '';
  const query = new URLSearchParams({ code: 'x', state, iss: provider.issuer });
  expect(world.signIn.receiveUrl(`compute-desk://other/callback?${query}`)).toBe(false);
  expect(world.signIn.receiveUrl(`compute-desk://oauth/callback?${query}`)).toBe(true);
  await world.until((session) => session.state === 'active');
  expect(world.signIn.receiveUrl(`compute-desk://oauth/callback?${query}`)).toBe(false);
});

test('settings: kept, judged, and the end of the session where they change who is asked', async () => {
  const { world } = await worldWith();
  const set = world.calls().updateSettings;
  for (const redirectUrl of [
    'javascript:alert(1)',
    'http://app.example/cb',
    'https://app.example/*',
    'https://app.example/cb?x=1',
    'https://user@app.example/cb',
    'https://app.example/c b',
    'callback',
  ]) {
    await expect(set({ systemId, redirectUrl }, sender)).rejects.toMatchObject({
      code: 'sign-in-settings-invalid',
    });
  }
  for (const clientId of ['a b', 'my.client', 'ä', '']) {
    await expect(set({ systemId, clientId }, sender)).rejects.toMatchObject({
      code: 'contract-invalid-input',
    });
  }
  await set({ systemId, extraScopes: ['profile', 'openid'], loopbackPort: null }, sender);
  const { attempt } = await world.start('browser');
  const asked = (await enter(attempt?.authorizeUrl ?? '')).url.searchParams;
  expect(asked.get('scope')).toBe('openid profile');
  await followAsBrowser((await world.snapshot()).attempt?.authorizeUrl ?? '');
  const active = await world.until(({ state }) => state === 'active');
  expect(active.tokens?.scopeMissing).toEqual(['profile']);

  await set({ systemId, presentation: { header: 'X-Token', scheme: '' } }, sender);
  const attached = await world.signIn.authorization(systemId).attach();
  expect(attached.headers).toEqual({ 'x-token': expect.stringMatching(/^access-/) });
  await set({ systemId, keepTokens: false }, sender);
  expect((await world.snapshot()).tokens?.storedIn).toBe('memory');
  expect(world.vault.secrets.size).toBe(0);
  await set({ systemId, route: 'certificate' }, sender);
  expect((await world.access.openWebApi(systemId)).authorization).toBeNull();
  expect((await world.snapshot()).state).toBe('active');

  const other = await set({ systemId, clientId: 'another' }, sender);
  expect(other).toMatchObject({ state: 'signed-out', cause: { code: 'settings-changed' } });
  await world.reopen();
  expect((await world.snapshot()).settings).toMatchObject({
    clientId: 'another',
    extraScopes: ['profile', 'openid'],
    presentation: { header: 'X-Token', scheme: '' },
    keepTokens: false,
  });
});

test('a server that is not trusted is said before a window opens; a wrong certificate in it', async () => {
  await using demo = await startTestDemo();
  const issue = async (purpose: 'client' | 'server') => {
    const made = await demo.inspect.issueCertificate({ commonName: 'Mallory', purpose });
    return {
      name: `mallory-${purpose}`,
      certificatePem: made.certificatePem,
      privateKeyPem: made.keyPem,
      notAfter: '2099-01-01T00:00:00.000Z',
    };
  };
  const untrusted = await worldWith({
    identity: await issue('client'),
    preset: demo.oauthClient,
    system: { authUrl: demo.authUrl },
  });
  await expect(untrusted.world.start('window')).rejects.toMatchObject({
    code: 'tls-server-not-trusted',
  });
  expect(untrusted.world.windows).toEqual([]);

  const { world, problem } = await worldWith({
    identity: await issue('server'),
    preset: demo.oauthClient,
    system: {
      authUrl: demo.authUrl,
      authorities: readAuthorities(Buffer.from(demo.authorityPem)),
    },
  });
  await world.start('window');
  const [window] = world.windows;
  if (window === undefined) throw new Error('no window was opened');
  const { text, response } = await browse(window, window.options.startUrl);
  // The provider's own words about it, in its own page.
  expect(response.status).toBe(403);
  expect(text).toContain('certificate');
  window.options.onClosed();
  expect((await problem())?.code).toBe('sign-in-page-failed');
});

test('calls made while a sign-in runs go on with its tokens, or hear why there are none', async () => {
  const { world } = await worldWith();
  const started = await world.start('browser');
  const waiting = [1, 2, 3].map(() => world.signIn.authorization(systemId).attach());
  await followAsBrowser(started.attempt?.authorizeUrl ?? '');
  const attached = await Promise.all(waiting);
  expect(new Set(attached.map((one) => one?.grant.generation)).size).toBe(1);
  expect(attached[0]?.headers.authorization).toMatch(/^Bearer access-/);

  await world.calls().signOut({ systemId }, sender);
  await world.start('browser');
  const inVain = expect(world.signIn.authorization(systemId).attach()).rejects.toMatchObject({
    code: 'sign-in-cancelled',
  });
  await world.calls().cancel({ systemId }, sender);
  await inVain;
  await expect(world.signIn.authorization(systemId).attach()).rejects.toMatchObject({
    code: 'session-signed-out',
  });
});

test('the way of the last sign-in is offered first the next time', async () => {
  const { world } = await worldWith({ openExternal: async () => true });
  expect((await world.snapshot()).ways).toEqual(['window', 'browser']);
  await world.start('browser');
  await world.calls().cancel({ systemId }, sender);
  await world.reopen();
  expect((await world.snapshot()).ways).toEqual(['browser', 'window']);
});

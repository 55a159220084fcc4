import { expect, onTestFinished, test } from 'vitest';
import { hostileClient, startHostileProvider } from '../../../support/servers/hostile-provider.ts';
import { enter, followAsBrowser } from '../../../support/servers/own-browser.ts';
import { sender, signInWorld, systemId } from '../../../support/worlds/sign-in.ts';

const ways = ['loopback', 'protocol'] as const;

/** A sign-in by the user's browser that waits, and the addresses that stand in the arguments of what opens it. */
async function waiting(browserRedirect: (typeof ways)[number], leave?: (url: string) => string) {
  const provider = await startHostileProvider();
  onTestFinished(() => provider[Symbol.asyncDispose]());
  const opened: string[] = [];
  const world = await signInWorld({
    preset: hostileClient,
    system: { authUrl: provider.origin, webApiUrl: provider.origin },
    async openExternal(url) {
      if (leave !== undefined) return false;
      opened.push(url);
      return true;
    },
    leave,
  });
  await world.calls().updateSettings({ systemId, browserRedirect }, sender);
  const { attempt } = await world.start('browser');
  const address = attempt?.authorizeUrl ?? '';
  const problem = async () =>
    (await world.until(({ cause }) => cause.code === 'attempt-ended')).cause.problem;
  /** What comes back for a code of somebody's. */
  const answer = (url: URL, code: string): string => {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    const state = url.searchParams.get('state') ?? '';
    back.search = new URLSearchParams({ code, state, iss: provider.issuer }).toString();
    return back.href;
  };
  const status = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { headers, redirect: 'manual' })).status;
  const phase = async () => (await world.snapshot()).attempt?.phase;
  return { provider, world, opened, address, problem, answer, status, phase };
}

test.each(ways)('nothing of the request stands in the arguments of a browser: %s', async (by) => {
  const { opened, address } = await waiting(by);
  expect(opened).toEqual([address]);
  const { origin, pathname, search, hash } = new URL(address);
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(pathname).toMatch(/^\/oauth\/start\/[\w-]{43}$/);
  expect(search + hash).toBe('');
  const { url } = await enter(address);
  const said = [...url.searchParams].filter(([name]) => name !== 'redirect_uri');
  expect(said.map(([name]) => name)).toEqual(
    expect.arrayContaining(['state', 'nonce', 'code_challenge', 'client_id']),
  );
  for (const [name, value] of said) {
    expect(address.includes(value), `${name} ${value}`).toBe(false);
  }
  // Nor the port of the return.
  const back = new URL(url.searchParams.get('redirect_uri') ?? '');
  if (by === 'loopback') expect(back.port).not.toBe(new URL(address).port);
});

test.each(ways)('a stranger who was first is met by the browser, which ends it: %s', async (by) => {
  const { address, problem, phase, status, world } = await waiting(by);
  const stranger = await enter(address);
  expect(await phase()).toBe('waiting');
  expect(await status(address)).toBe(410);
  expect(await problem()).toMatchObject({ code: 'sign-in-browser-twice' });
  const { url } = stranger;
  const back = new URL(url.searchParams.get('redirect_uri') ?? '');
  const query = new URLSearchParams({
    code: 'theirs',
    state: url.searchParams.get('state') ?? '',
  });
  if (by === 'protocol') expect(world.signIn.receiveUrl(`${back.href}?${query}`)).toBe(false);
  else
    await fetch(`${back.href}?${query}`, { headers: { cookie: stranger.cookie } }).catch(
      () => null,
    );
  expect((await world.snapshot()).state).toBe('signed-out');
  // And the next one works.
  const next = (await world.start('browser')).attempt?.authorizeUrl ?? '';
  expect(next).not.toBe(address);
  expect((await enter(next)).url.searchParams.get('state')).not.toBe(query.get('state'));
});

test.each(ways)('a stranger who comes twice, or after the browser, ends it: %s', async (by) => {
  const { address, problem, status } = await waiting(by);
  await enter(address);
  expect(await status(address)).toBe(410);
  expect((await problem())?.code).toBe('sign-in-browser-twice');
});

test('a second use ends it while the stranger’s code is being exchanged, too', async () => {
  const { provider, address, answer, problem, status, world } = await waiting('loopback');
  let asked: () => void = () => undefined;
  const exchanging = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  provider.behave({
    exchange: (request) => (response) => {
      asked();
      response.setHeader('content-type', 'application/json');
      void held.then(() => response.end(JSON.stringify(request.answer())));
    },
  });
  const { url, cookie } = await enter(address);
  expect(await status(answer(url, 'theirs'), { cookie })).toBe(303);
  await exchanging;
  expect(await status(address)).toBe(410);
  expect((await problem())?.code).toBe('sign-in-browser-twice');
  goOn();
  await expect.poll(async () => (await world.snapshot()).state).toBe('signed-out');
  expect(world.vault.secrets.size).toBe(0);
});

test('a return without the cookie, with another’s or another state changes nothing; the browser’s own counts, once', async () => {
  const { address, answer, status, phase, world } = await waiting('loopback');
  const { url, cookie } = await enter(address);
  const planted = answer(url, 'theirs');
  expect(await status(planted)).toBe(403);
  expect(await status(planted, { cookie: `${cookie.split('=')[0]}=guessed` })).toBe(403);
  expect(await status(planted.replace('state=', 'state=x'), { cookie })).toBe(400);
  expect(await status(planted, { cookie, 'sec-purpose': 'prefetch' })).toBe(503);
  expect((await fetch(planted, { method: 'HEAD', headers: { cookie } })).status).toBe(405);
  expect(await phase()).toBe('waiting');
  const mine = await fetch(answer(url, 'mine'), { headers: { cookie } });
  expect(await mine.text()).toContain('<h1>Signed in</h1>');
  expect((await world.snapshot()).state).toBe('active');
});

test('by the app’s protocol the state is spent at once', async () => {
  const { address, answer, world } = await waiting('protocol');
  const { url } = await enter(address);
  const mine = answer(url, 'mine');
  expect(world.signIn.receiveUrl(mine.replace('state=', 'state=x'))).toBe(false);
  // Both before anything else happens.
  expect([world.signIn.receiveUrl(mine), world.signIn.receiveUrl(answer(url, 'theirs'))]).toEqual([
    true,
    false,
  ]);
  await world.until(({ state }) => state === 'active');
});

test('after each use the window has another address; each leads to the same request', async () => {
  const { address, world, opened } = await waiting('loopback');
  const first = await enter(address);
  const { attempt } = await world.snapshot();
  const second = attempt?.authorizeUrl ?? '';
  expect(second).not.toBe(address);
  expect((await enter(second)).url.href).toBe(first.url.href);
  expect(opened).toEqual([address]);
  const third = (await world.snapshot()).attempt?.authorizeUrl ?? '';
  const shown = await followAsBrowser(third, { 'accept-language': 'en' });
  expect(await shown.text()).toContain('<h1>Signed in</h1>');
});

test('where the app’s own browser opens it, the entrance is at the port of the return, which a tunnel may lead to', async () => {
  const { address } = await waiting('loopback', (url) => url);
  const { url } = await enter(address);
  const back = new URL(url.searchParams.get('redirect_uri') ?? '');
  expect(new URL(address).origin).toBe(back.origin);
});

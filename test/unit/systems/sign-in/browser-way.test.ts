import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { awaitReturn, loopbackPath } from '../../../../main/systems/sign-in/ways/browser.ts';
import { createStartPage } from '../../../../main/systems/sign-in/ways/start-page.ts';
import { enter } from '../../../support/servers/own-browser.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const target = 'https://id.example/auth?state=good';

function makeEntrance() {
  const counts = { used: 0, usedTwice: 0 };
  const entrance = createStartPage({
    target: () => target,
    returnsTo: loopbackPath,
    used: () => void counts.used++,
    usedTwice: () => void counts.usedTwice++,
  });
  return { entrance, counts };
}

/** The listener, and a browser that went to the provider by its entrance. */
async function listen(language: 'system' | 'en' | 'ja' = 'system', outcomeTime = 60_000) {
  const { entrance, counts } = makeEntrance();
  const back = await awaitReturn({
    port: null,
    language,
    belongs: ({ searchParams }) => searchParams.get('state') === 'good',
    entrance,
    log: recordLog(),
    outcomeTime,
  });
  onTestFinished(() => {
    back.concluded('not-signed-in');
    return back.close();
  });
  const door = () => new URL(entrance.path(), back.redirectUrl).href;
  const { cookie } = await enter(door());
  const goes = (search: string, headers: Record<string, string> = {}) =>
    send(`${back.redirectUrl}${search}`, { headers: { cookie, ...headers } });
  return { ...back, door, cookie, counts, goes };
}

function send(
  url: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<{
  status: number;
  location: string;
  cookie: string;
  policy: string;
  refresh: string;
  body: string;
}> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        body += piece;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? '',
          cookie: String(response.headers['set-cookie'] ?? ''),
          refresh: String(response.headers.refresh ?? ''),
          policy: String(response.headers['content-security-policy']),
          body,
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('the callback is taken once, leaves the address bar, and is answered in the browser’s language', async () => {
  const { redirectUrl, callback, concluded, goes } = await listen();
  const first = await goes('?code=secret-code&state=good');
  expect(first).toMatchObject({ status: 303, location: '/oauth/finished', body: '' });
  expect((await callback).searchParams.get('code')).toBe('secret-code');
  const again = await goes('?code=other&state=good');
  expect(again.status).toBe(410);
  concluded('signed-in');
  const finished = new URL('/oauth/finished', redirectUrl).href;
  const page = await send(finished, { headers: { 'accept-language': 'ja-JP,ja;q=0.9,en;q=0.8' } });
  expect(page.status).toBe(200);
  expect(page.body).toContain('サインインしました');
  expect(page.body).toContain('lang="ja"');
  expect(page.body).not.toContain('secret-code');
  expect(page.policy).toContain("default-src 'none'");
});

test('the language that the user set counts more than the browser’s', async () => {
  const { redirectUrl, concluded, goes } = await listen('en');
  await goes('?error=access_denied&state=good');
  concluded('not-signed-in');
  const page = await send(new URL('/oauth/finished', redirectUrl).href, {
    headers: { 'accept-language': 'ja' },
  });
  expect(page.body).toContain('Not signed in');
});

test('a code alone signs nobody in: the page waits for what main made of it', async () => {
  for (const [outcome, title] of [
    ['signed-in', 'Signed in'],
    ['not-signed-in', 'Not signed in'],
  ] as const) {
    const { redirectUrl, concluded, goes } = await listen('en');
    await goes('?code=x&state=good');
    let answered = false;
    const page = send(new URL('/oauth/finished', redirectUrl).href).finally(() => {
      answered = true;
    });
    // A whole other request there and back, which the page has let pass.
    await goes('?code=other&state=good');
    expect(answered).toBe(false);
    concluded(outcome);
    expect((await page).body).toContain(`<h1>${title}</h1>`);
  }
});

test('where the outcome takes long the page says so neutrally, and asks again by itself', async () => {
  const { redirectUrl, concluded, goes } = await listen('en', 1);
  const finished = new URL('/oauth/finished', redirectUrl).href;
  await goes('?code=x&state=good');
  const neutral = await send(finished);
  expect(neutral).toMatchObject({ status: 200, refresh: '1' });
  expect(neutral.body).toContain('Returning to Compute Desk');
  expect(neutral.body).not.toContain('igned in');
  concluded('signed-in');
  expect(await send(finished)).toMatchObject({
    refresh: '',
    body: expect.stringContaining('<h1>Signed in</h1>'),
  });
});

test('what is no callback changes nothing', async () => {
  const { redirectUrl, callback, goes } = await listen();
  const { origin, host } = new URL(redirectUrl);
  expect((await send(`${origin}/`)).status).toBe(404);
  expect((await send(`${origin}/oauth/finished`)).status).toBe(404);
  expect((await send(`${redirectUrl}/more?code=x`)).status).toBe(404);
  expect((await send(`${redirectUrl}?code=x`, { method: 'POST' })).status).toBe(405);
  expect((await send(`${redirectUrl}?code=x`, { method: 'HEAD' })).status).toBe(405);
  const rebound = await send(`${redirectUrl}?code=x`, { headers: { host: 'evil.example' } });
  expect(rebound.status).toBe(421);
  const named = await send(`${redirectUrl}?code=x`, {
    headers: { host: host.replace('127.0.0.1', 'localhost') },
  });
  expect(named.status).toBe(421);
  // Another state is another's: any user and any page of the machine can send it.
  for (const search of [
    '',
    '?code=x',
    '?code=x&state=',
    '?code=x&state=bad',
    '?error=x&state=bad',
  ]) {
    const foreign = await goes(search);
    expect(foreign).toMatchObject({ status: 400, location: '' });
    expect(foreign.body).toContain('Nothing to see here');
  }
  await goes('?state=good');
  // Only that last one, without a code, was a callback; the attempt judges it.
  expect((await callback).search).toBe('?state=good');
});

test('an address of its own in the request line is not followed', async () => {
  const { redirectUrl } = await listen();
  const { port } = new URL(redirectUrl);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('data', (piece) => {
      text += piece.toString();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
    socket.write(
      `GET //evil.example/oauth/callback?code=x HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`,
    );
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
});

test('a port that is taken has its own error', async () => {
  const { redirectUrl } = await listen();
  const port = Number(new URL(redirectUrl).port);
  const { entrance } = makeEntrance();
  const belongs = () => true;
  const second = awaitReturn({ port, language: 'en', belongs, entrance, log: recordLog() });
  await expect(second).rejects.toMatchObject({
    code: 'sign-in-listener-failed',
    details: { reason: 'EADDRINUSE', port },
  });
});

test('whatever it answers, nobody else frames, reads, keeps or is told of', async () => {
  const { redirectUrl, concluded, cookie, door } = await listen();
  const { origin } = new URL(redirectUrl);
  const ask = (path: string, headers: Record<string, string> = { cookie }) =>
    fetch(origin + path, { redirect: 'manual', headers });
  const back = new URL(redirectUrl).pathname;
  const strange = await ask('/elsewhere');
  const foreign = await ask(`${back}?code=a&state=bad`);
  const other = await ask(`${back}?code=a&state=good`, {});
  const entered = await ask(new URL(door()).pathname);
  const ahead = await ask(new URL(door()).pathname, { 'sec-purpose': 'prefetch' });
  const taken = await ask(`${back}?code=a&state=good`);
  const again = await ask(`${back}?code=a&state=good`);
  concluded('signed-in');
  const finished = await ask('/oauth/finished');
  const answers = [strange, foreign, other, entered, ahead, taken, again, finished];
  expect(answers.map(({ status }) => status)).toEqual([404, 400, 403, 303, 503, 303, 410, 200]);
  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*frame-ancestors 'none'$/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

const ahead: Record<string, string>[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { 'sec-purpose': 'prefetch;anonymous-client-ip' },
  { purpose: 'prefetch' },
  { 'x-purpose': 'preview' },
  { 'x-moz': 'prefetch' },
  { 'sec-fetch-dest': 'image' },
  { 'sec-fetch-dest': 'iframe' },
  { 'sec-fetch-dest': 'empty' },
];

test('the entrance leads to the provider once, with a cookie for the return alone; the next has another path', async () => {
  const { door, counts, cookie, redirectUrl } = await listen();
  expect(counts).toEqual({ used: 1, usedTwice: 0 });
  const address = door();
  expect(address).toMatch(/\/oauth\/start\/[\w-]{43}$/);
  const entered = await send(address);
  expect(entered).toMatchObject({ status: 303, location: target, body: '' });
  expect(entered.cookie).toMatch(
    /^compute-desk-[0-9a-f]{16}=[\w-]{43}; Path=\/oauth\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/,
  );
  expect(entered.cookie.startsWith(`${cookie};`)).toBe(true);
  expect(door()).not.toBe(address);
  expect(counts).toEqual({ used: 2, usedTwice: 0 });

  const again = await send(address, { headers: { 'accept-language': 'en' } });
  expect(again).toMatchObject({ status: 410, location: '', cookie: '' });
  expect(again.body).toContain('Not signed in');
  expect(counts).toEqual({ used: 2, usedTwice: 1 });
  expect((await send(new URL('/favicon.ico', redirectUrl).href)).status).toBe(404);
});

test('what is fetched ahead, embedded or asked otherwise spends neither the entrance nor the return', async () => {
  const { door, counts, cookie, redirectUrl, callback, goes } = await listen();
  const used = door();
  await enter(used);
  const address = door();
  for (const headers of ahead) {
    for (const url of [address, used, `${redirectUrl}?code=planted&state=good`]) {
      const answer = await send(url, { headers: { cookie, ...headers } });
      expect(answer).toMatchObject({ status: 503, location: '', cookie: '' });
    }
  }
  for (const method of ['HEAD', 'POST', 'PUT', 'OPTIONS']) {
    for (const url of [address, used, `${redirectUrl}?code=planted&state=good`]) {
      expect((await send(url, { method, headers: { cookie } })).status).toBe(405);
    }
  }
  for (const near of [`${address}?`, `${address}?x=1`, `${address}/`, address.slice(0, -1)]) {
    expect((await send(near)).location).toBe(near === `${address}?` ? target : '');
  }
  expect(counts).toEqual({ used: 3, usedTwice: 0 });
  expect((await goes('?code=mine&state=good', { 'sec-fetch-dest': 'document' })).status).toBe(303);
  expect((await callback).searchParams.get('code')).toBe('mine');
});

test('a return without the cookie of the entrance is nobody’s, and the browser’s own is taken', async () => {
  const { redirectUrl, callback, cookie, goes } = await listen();
  const [name = '', value = ''] = cookie.split('=');
  for (const wrong of [
    '',
    name,
    `${name}=`,
    `${name}=${value}x`,
    `${name}=${value.slice(1)}`,
    `${name}x=${value}`,
    `x=${value}`,
    `compute-desk-0123456789abcdef=${value}`,
  ]) {
    const headers: Record<string, string> = wrong === '' ? {} : { cookie: wrong };
    const answer = await send(`${redirectUrl}?code=planted&state=good`, {
      headers: { ...headers, 'accept-language': 'en' },
    });
    expect(answer).toMatchObject({ status: 403, location: '' });
    expect(answer.body).toContain('Not the browser that began the sign-in');
  }
  const taken = await goes('?code=mine&state=good', { cookie: `other=1; ${cookie}; more=2` });
  expect(taken.status).toBe(303);
  expect(taken.cookie).toMatch(/=; Path=\/oauth\/callback; Max-Age=0/);
  expect((await callback).searchParams.get('code')).toBe('mine');
});

import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { awaitReturn } from '../../../main/sign-in/ways/browser.ts';
import { recordLog } from '../../support/worlds/world.ts';

async function listen(language: 'system' | 'en' | 'ja' = 'system', outcomeTime = 60_000) {
  const back = await awaitReturn({
    port: null,
    language,
    belongs: ({ searchParams }) => searchParams.get('state') === 'good',
    log: recordLog(),
    outcomeTime,
  });
  onTestFinished(() => {
    back.concluded('not-signed-in');
    return back.close();
  });
  return back;
}

function send(
  url: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; location: string; policy: string; refresh: string; body: string }> {
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
  const { redirectUrl, callback, concluded } = await listen();
  const first = await send(`${redirectUrl}?code=secret-code&state=good`);
  expect(first).toMatchObject({ status: 303, location: '/oauth/finished', body: '' });
  expect((await callback).searchParams.get('code')).toBe('secret-code');
  const again = await send(`${redirectUrl}?code=other&state=good`);
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
  const { redirectUrl, concluded } = await listen('en');
  await send(`${redirectUrl}?error=access_denied&state=good`);
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
    const { redirectUrl, concluded } = await listen('en');
    await send(`${redirectUrl}?code=x&state=good`);
    let answered = false;
    const page = send(new URL('/oauth/finished', redirectUrl).href).finally(() => {
      answered = true;
    });
    // A whole other request there and back, which the page has let pass.
    await send(`${redirectUrl}?code=other&state=good`);
    expect(answered).toBe(false);
    concluded(outcome);
    expect((await page).body).toContain(`<h1>${title}</h1>`);
  }
});

test('where the outcome takes long the page says so neutrally, and asks again by itself', async () => {
  const { redirectUrl, concluded } = await listen('en', 1);
  const finished = new URL('/oauth/finished', redirectUrl).href;
  await send(`${redirectUrl}?code=x&state=good`);
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
  const { redirectUrl, callback } = await listen();
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
    const foreign = await send(`${redirectUrl}${search}`);
    expect(foreign).toMatchObject({ status: 400, location: '' });
    expect(foreign.body).toContain('Nothing to see here');
  }
  await send(`${redirectUrl}?state=good`);
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
  const second = awaitReturn({ port, language: 'en', belongs: () => true, log: recordLog() });
  await expect(second).rejects.toMatchObject({
    code: 'sign-in-listener-failed',
    details: { reason: 'EADDRINUSE', port },
  });
});

test('whatever it answers, nobody else frames, reads, keeps or is told of', async () => {
  const { redirectUrl, concluded } = await listen();
  const { origin } = new URL(redirectUrl);
  const ask = (path: string) => fetch(origin + path, { redirect: 'manual' });
  const back = new URL(redirectUrl).pathname;
  const strange = await ask('/elsewhere');
  const foreign = await ask(`${back}?code=a&state=bad`);
  const taken = await ask(`${back}?code=a&state=good`);
  const again = await ask(`${back}?code=a&state=good`);
  concluded('signed-in');
  const finished = await ask('/oauth/finished');
  const answers = [strange, foreign, taken, again, finished];
  expect(answers.map(({ status }) => status)).toEqual([404, 400, 303, 410, 200]);
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

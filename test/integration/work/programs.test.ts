import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { patience } from '../../support/patience.ts';
import { begin, delta, gate, plain } from '../../support/servers/fake-genai.ts';
import {
  passphrase,
  programsWorld,
  question,
  send,
  serviceKey,
} from '../../support/work/programs-world.ts';

const day = 24 * 3_600_000;

test('a program uses the models with a key of its own, and the service’s key is added here', async () => {
  const { address, add, genai, call, system, events } = await programsWorld();
  const { key, headers } = await add();
  const answer = { choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } };
  genai.queue(plain(200, answer, { 'set-cookie': 'a=b', 'x-request-id': 'r1', server: 'nginx' }));
  const reply = await send(`${address}/v1/chat/completions`, {
    ...{ method: 'POST', headers, body: question },
  });
  expect(reply).toMatchObject({ status: 200, text: JSON.stringify(answer) });
  expect(reply.headers).toMatchObject({ 'x-request-id': 'r1', 'cache-control': 'no-store' });
  expect(reply.headers).not.toHaveProperty('set-cookie');
  expect(reply.headers).not.toHaveProperty('server');
  const { authorization, body } = await genai.seen(1);
  expect(authorization).toBe(`Bearer ${serviceKey}`);
  expect(body).toEqual(question);
  expect(key).toMatch(/^cdk-[\w-]{43}$/);

  await events.until('programCalls.changed', () => true);
  const [line] = await call('programCalls.snapshot', undefined);
  expect(line).toMatchObject({
    ...{ program: 'Notebook', call: 'POST /v1/chat/completions', outcome: 'answered', status: 200 },
  });
  const today = new Date().toISOString().slice(0, 4);
  const days = await call('usage.snapshot', {
    ...{ systemId: system.id, from: `${today}-01-01`, to: `${today}-12-31` },
  });
  expect(days).toMatchObject([
    { keyName: 'Key · Notebook', model: 'model-1', inputTokens: 7, outputTokens: 2, requests: 1 },
  ]);
});

test('an answer streams as it comes, and ends at once when its key is revoked', async () => {
  const { address, add, genai, call, events } = await programsWorld();
  const { id, headers } = await add();
  const held = gate();
  genai.queue(async (response) => {
    begin(response);
    delta(response, { content: 'first' });
    await held.opened;
    response.end();
  });
  let arrived = (_: string): void => undefined;
  const first = new Promise<string>((resolve) => {
    arrived = resolve;
  });
  const running = send(`${address}/v1/chat/completions`, {
    ...{ method: 'POST', headers, body: { ...question, stream: true }, onText: arrived },
  });
  expect(await first).toContain('first');
  await call('programs.revoke', { id });
  expect(await running).toMatchObject({ status: 200, cut: true });
  const { closed } = await genai.seen(1);
  await closed;
  held.open();
  const again = await send(`${address}/v1/models`, { headers });
  expect([again.status, JSON.parse(again.text).error.code]).toEqual([401, 'key-ended']);
  await events.until('programCalls.changed', () => true);
  const outcomes = (await call('programCalls.snapshot', undefined)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['refused', 'cut']);

  await call('programs.restore', { id });
  expect((await send(`${address}/v1/models`, { headers })).status).toBe(200);
});

test('a refusal comes as it is, without the key of the service', async () => {
  const { address, add, genai } = await programsWorld();
  const { headers } = await add();
  const words = `Incorrect API key provided: ${serviceKey}`;
  genai.queue(plain(401, { error: { message: words } }, { 'retry-after': '7' }));
  const reply = await send(`${address}/v1/chat/completions`, {
    ...{ method: 'POST', headers, body: question },
  });
  expect(reply.status).toBe(401);
  expect(reply.headers['retry-after']).toBe('7');
  expect(reply.text).toContain('Incorrect API key provided: (removed)');
});

test('an answer that streams the key of the service comes without it, wherever it is cut', async () => {
  const { address, add, genai } = await programsWorld();
  const { headers } = await add();
  const ask = (onText: (text: string) => void = () => undefined) =>
    send(`${address}/v1/chat/completions`, {
      ...{ method: 'POST', headers, body: { ...question, stream: true }, onText },
    });
  for (const cut of [0, 1, 12, serviceKey.length - 1]) {
    const sentHalf = gate();
    genai.queue(async (response) => {
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'x-request-id': `for ${serviceKey}`,
        'x-ratelimit-key': serviceKey,
      });
      delta(response, { content: 'first' });
      response.write(`data: {"error":{"message":"No budget: ${serviceKey.slice(0, cut)}`);
      await sentHalf.opened;
      response.end(`${serviceKey.slice(cut)}, sorry"}}\n\n`);
    });
    const {
      status,
      text,
      headers: got,
    } = await ask((piece) => {
      if (piece.includes('No budget: ')) sentHalf.open();
    });
    expect([cut, status, text.endsWith('{"message":"No budget: (removed), sorry"}}\n\n')]).toEqual([
      ...[cut, 200, true],
    ]);
    expect(text).toContain('first');
    expect(got).toMatchObject({ 'x-request-id': 'for (removed)', 'x-ratelimit-key': '(removed)' });
  }
  // What is compressed unasked cannot be looked through.
  const packed = { 'content-encoding': 'gzip' };
  genai.queue((response) => void response.writeHead(200, packed).end(gzipSync(serviceKey)));
  genai.queue((response) => void response.writeHead(400, packed).end(gzipSync(serviceKey)));
  const refused = await ask();
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([502, 'answer-encoding']);
  expect(await ask()).toMatchObject({ status: 400, text: '' });
});

test('a refusal that is cut where the key stands has no part of it', async () => {
  const { address, add, genai } = await programsWorld();
  const { headers } = await add();
  const words = `${'x'.repeat(64 * 1024 - 6)}${serviceKey}`;
  genai.queue(plain(400, words));
  const reply = await send(`${address}/v1/chat/completions`, {
    ...{ method: 'POST', headers, body: question },
  });
  expect(reply.text).toMatch(/x\(remov$/);
});

test('a key uses only its models; what it lacked can be permitted for the next time', async () => {
  const { address, add, genai, call, state } = await programsWorld();
  const { headers, id } = await add({ models: ['model-1'], paths: ['v1'] });
  genai.models = plain(200, { object: 'list', data: [{ id: 'model-1' }, { id: 'model-2' }] });
  const list = await send(`${address}/v1/models`, { headers });
  expect(JSON.parse(list.text).data).toEqual([{ id: 'model-1' }]);
  const ask = (body: unknown) =>
    send(`${address}/v1/chat/completions`, { method: 'POST', headers, body });
  const before = performance.now();
  const refused = await ask({ ...question, model: 'model-2' });
  expect(performance.now() - before).toBeLessThan(patience(1000));
  expect(refused.status).toBe(403);
  expect(JSON.parse(refused.text).error.message).toContain('Open “Other programs” in Compute Desk');
  // A server might read the first of two models, this one reads the last.
  expect((await ask('{"model":"model-2","model":"model-1","messages":[]}')).status).toBe(200);
  expect((await genai.seen(1)).body).toEqual({ model: 'model-1', messages: [] });
  expect((await send(`${address}/web-api/status/`, { headers })).status).toBe(403);
  const { requests } = await state();
  expect(requests.map(({ missing, what, programId }) => [missing, what, programId])).toEqual([
    ['path', 'web-api', id],
    ['model', 'model-2', id],
  ]);
  for (const request of requests) await call('programs.permit', { id: request.id });
  expect((await ask({ ...question, model: 'model-2' })).status).toBe(200);
  expect((await send(`${address}/web-api/status/`, { headers })).status).toBe(200);
  expect((await state()).requests).toEqual([]);
});

test('the Web API is called as the user: read only, no redirect, no cookie, no sign-in', async () => {
  const { address, add, asked, state } = await programsWorld();
  const { headers } = await add({ readOnly: true });
  const at = (path: string, method = 'GET') =>
    send(`${address}/web-api${path}`, { headers: { ...headers, 'x-own': '1' }, method });
  const good = await at('/status/?all=1');
  expect(JSON.parse(good.text)).toEqual({ url: '/status/?all=1', method: 'GET' });
  expect(good.headers).not.toHaveProperty('set-cookie');
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
  expect(asked[0]?.headers).not.toHaveProperty('x-own');
  const redirect = await at('/elsewhere');
  expect([redirect.status, redirect.headers.location]).toEqual([502, undefined]);
  expect((await at('/jobs', 'POST')).status).toBe(403);
  expect((await state()).requests).toMatchObject([{ missing: 'write' }]);
  for (const path of [
    '/auth/realms/op',
    '/%61uth/realms/op/token',
    '/x/realms/op',
    '/oauth2/token',
  ]) {
    expect([path, (await at(path)).status]).toEqual([path, 403]);
  }
  for (const path of [
    '/../x',
    '/%2e%2e/x',
    '/a%2fb',
    '/a//b',
    '/a%5cb',
    '/a%00',
    '/%zz',
    '/..;/x',
    '/.%3Ba/x',
  ]) {
    expect([path, (await at(path)).status]).toEqual([path, 400]);
  }
  expect(asked.map(({ url }) => url)).toEqual(['/status/?all=1', '/elsewhere']);
});

test('an answer of the Web API comes as it is sent, however large; a compressed one is unpacked', async () => {
  const { address, add, held } = await programsWorld();
  const { headers } = await add();
  let arrived = (_: string): void => undefined;
  const first = new Promise<string>((resolve) => {
    arrived = resolve;
  });
  const running = send(`${address}/web-api/large`, { headers, onText: arrived });
  expect(await first).toBe('first');
  await held.until(1);
  held.letGo();
  const { status, cut, text } = await running;
  expect([status, cut, text.length]).toEqual([200, false, 'first'.length + 20 * 1024 ** 2]);
  const packed = await send(`${address}/web-api/packed`, { headers });
  expect([packed.status, packed.text]).toEqual([200, 'unpacked']);
  expect(packed.headers).not.toHaveProperty('content-encoding');
});

test('with locked secrets a call fails within a second, and says where to unlock them', async () => {
  const { address, add, genai, call, state } = await programsWorld();
  const { headers } = await add();
  await call('vault.lock', undefined);
  const before = performance.now();
  const reply = await send(`${address}/v1/chat/completions`, {
    ...{ method: 'POST', headers, body: question },
  });
  expect(performance.now() - before).toBeLessThan(patience(1000));
  expect([reply.status, JSON.parse(reply.text).error.code]).toEqual([403, 'missing-unlock']);
  expect((await state()).requests).toMatchObject([{ missing: 'unlock' }]);
  expect(genai.requests.filter(({ path }) => path.endsWith('completions'))).toEqual([]);
  await call('vault.unlock', { passphrase });
  expect((await send(`${address}/v1/models`, { headers })).status).toBe(200);
  expect((await state()).requests).toEqual([]);
});

test('without a session a call fails within a second, and says where to sign in', async () => {
  const { address, add, asked, call, state, system } = await programsWorld();
  const { headers } = await add();
  await call('session.updateSettings', { systemId: system.id, route: 'token' });
  const before = performance.now();
  const reply = await send(`${address}/web-api/status/`, { headers });
  expect(performance.now() - before).toBeLessThan(patience(1000));
  expect([reply.status, JSON.parse(reply.text).error.code]).toEqual([403, 'missing-sign-in']);
  expect((await state()).requests).toMatchObject([{ missing: 'sign-in' }]);
  expect(asked).toEqual([]);
});

test('a key ends at its date; the key itself is stored nowhere', async () => {
  const { address, add, folder, call, state, close } = await programsWorld();
  const past = await add({ endsAt: new Date(Date.now() - day).toISOString() });
  expect((await send(`${address}/v1/models`, { headers: past.headers })).status).toBe(401);
  const { key } = await add();
  expect(JSON.stringify(await state())).not.toContain(key.slice(4));
  const file = await call('programCalls.exportFile', undefined);
  expect(file).toMatchObject({ kind: 'download', name: 'other-programs.csv' });
  await close();
  const stored = readFileSync(join(folder, 'compute-desk.sqlite')).toString('latin1');
  expect(stored).not.toContain(key.slice(4));
  expect(stored).toContain('Notebook');
});

test('what is kept of a system goes with it', async () => {
  const { address, add, call, system, state } = await programsWorld();
  const { headers } = await add();
  await call('systems.remove', { id: system.id });
  expect((await state()).programs).toEqual([]);
  expect((await send(`${address}/v1/models`, { headers })).status).toBe(401);
});

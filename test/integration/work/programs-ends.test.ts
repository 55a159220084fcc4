import { expect, onTestFinished, test } from 'vitest';
import type { CallInput } from '../../../preload/contract/index.ts';
import { begin, delta, gate } from '../../support/servers/fake-genai.ts';
import { passphrase, programsWorld, question, send } from '../../support/work/programs-world.ts';

const day = 24 * 3_600_000;

/** A world with a service that streams without an end. */
async function streamingWorld() {
  const world = await programsWorld();
  const held = gate();
  onTestFinished(held.open);
  world.genai.usual = async (response) => {
    begin(response);
    delta(response, { content: 'first' });
    await held.opened;
    response.end();
  };
  return {
    ...world,
    held,
    /** Begins a stream, and returns its end once its first piece has come. */
    async stream(headers: Record<string, string>) {
      let arrived = (_: string): void => undefined;
      const first = new Promise<string>((resolve) => {
        arrived = resolve;
      });
      const ended = send(`${world.address}/v1/chat/completions`, {
        ...{ method: 'POST', headers, body: { ...question, stream: true }, onText: arrived },
      });
      await first;
      return { ended };
    },
  };
}

const everything = {
  ...{ name: 'Notebook', paths: ['v1', 'mcp', 'web-api'], models: null },
  ...{ readOnly: false, conversations: true, endsAt: null },
} satisfies Omit<CallInput<'programs.change'>, 'id'>;

const less: [string, Partial<typeof everything> | object][] = [
  ['one path less', { paths: ['mcp', 'web-api'] }],
  ['only some models', { models: ['model-2'] }],
  ['read only', { readOnly: true }],
  ['no conversations', { conversations: false }],
  ['a date that has passed', { endsAt: new Date(Date.now() - day).toISOString() }],
];

test('what runs ends at once when its key may do less, and goes on when it may do as much', async () => {
  const { add, call, stream, held } = await streamingWorld();
  for (const [name, change] of less) {
    const { id, headers } = await add(everything);
    const { ended } = await stream(headers);
    await call('programs.change', { id, ...everything, ...change });
    expect([name, (await ended).cut]).toEqual([name, true]);
  }
  const { id, headers } = await add({ paths: ['v1'], models: ['model-1'], readOnly: true });
  const { ended } = await stream(headers);
  await call('programs.change', { id, ...everything, name: 'Another name' });
  held.open();
  expect(await ended).toMatchObject({ status: 200, cut: false });
});

test('what runs ends when the date of its key comes, and windows are told', async () => {
  const { add, call, stream, events } = await streamingWorld();
  const { id, headers } = await add(everything);
  const { ended } = await stream(headers);
  const soon = new Date(Date.now() + 300).toISOString();
  await call('programs.change', { id, ...everything, endsAt: soon });
  const told = () => events.of('programs.changed').length;
  const before = told();
  expect(await ended).toMatchObject({ status: 200, cut: true });
  await events.until('programs.changed', () => told() > before);
});

test('a call with a key that has ended is written down, and the app says whose it is', async () => {
  const { address, add, call, state } = await programsWorld();
  const past = new Date(Date.now() - day).toISOString();
  const over = await add({ name: 'Over', endsAt: past });
  const gone = await add({ name: 'Gone' });
  await call('programs.revoke', { id: gone.id });
  for (const { headers } of [over, gone]) {
    const { status, text } = await send(`${address}/v1/models`, { headers });
    expect([status, JSON.parse(text).error.code]).toEqual([401, 'key-ended']);
  }
  expect((await state()).requests).toMatchObject([
    { programId: gone.id, missing: 'revoked' },
    { programId: over.id, missing: 'expired' },
  ]);
  expect(await call('programCalls.snapshot', undefined)).toMatchObject([
    { program: 'Gone', call: 'GET /v1/models', outcome: 'refused', status: 401 },
    { program: 'Over', call: 'GET /v1/models', outcome: 'refused', status: 401 },
  ]);
  // Its end is put off: nothing is left to do.
  await call('programs.change', { id: over.id, ...everything });
  await call('programs.restore', { id: gone.id });
  expect((await state()).requests).toEqual([]);
  expect((await send(`${address}/v1/models`, { headers: over.headers })).status).toBe(200);
});

test('a request stays until what it asks for is done, whatever else the program calls', async () => {
  const { address, add, call, state } = await programsWorld();
  const { headers } = await add({ paths: ['v1', 'mcp', 'web-api'] });
  await call('vault.lock', undefined);
  const asked = await send(`${address}/v1/models`, { headers });
  expect(asked.status).toBe(403);
  const unlock = [{ missing: 'unlock' }];
  expect((await state()).requests).toMatchObject(unlock);
  const tool = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'machines', arguments: {} },
  };
  const machines = await send(`${address}/mcp`, {
    method: 'POST',
    headers: {
      ...{ ...headers, accept: 'application/json, text/event-stream' },
      'mcp-protocol-version': '2025-11-25',
    },
    body: tool,
  });
  expect([machines.status, machines.text.includes('"isError":true')]).toEqual([200, false]);
  expect((await send(`${address}/web-api/status/`, { headers })).status).toBe(200);
  expect((await state()).requests).toMatchObject(unlock);
  await call('vault.unlock', { passphrase });
  expect((await send(`${address}/v1/models`, { headers })).status).toBe(200);
  expect((await state()).requests).toEqual([]);
});

test('curl -I works: HEAD reads', async () => {
  const { address, add, asked } = await programsWorld();
  const { headers } = await add({ readOnly: true });
  const { status, text } = await send(`${address}/web-api/jobs`, { method: 'HEAD', headers });
  expect([status, text, asked.map(({ method }) => method)]).toEqual([200, '', ['HEAD']]);
});

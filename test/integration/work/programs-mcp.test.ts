import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { patience } from '../../support/patience.ts';
import { gate, plain } from '../../support/servers/fake-genai.ts';
import { programsWorld, send, serviceKey } from '../../support/work/programs-world.ts';

async function connect(address: string, headers: Record<string, string>, version?: string) {
  const client = new Client(
    { name: 'tests', version: '1' },
    version === undefined ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
}

const textOf = (result: Awaited<ReturnType<Client['callTool']>>): string => {
  const [first] = result.content as { text: string }[];
  return first?.text ?? '';
};

test.each([
  ['the newest protocol', undefined],
  ['the one before', '2025-11-25'],
])('a program uses tools by %s, with what its key permits', async (_, version) => {
  const { address, add, genai, call, state } = await programsWorld();
  genai.models = plain(200, { object: 'list', data: [{ id: 'model-1' }, { id: 'model-2' }] });
  const { headers, id } = await add({ paths: ['mcp'], models: ['model-1'] });
  const client = await connect(address, headers, version);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...['machines', 'machine_history', 'models', 'complete'],
  ]);
  expect(textOf(await client.callTool({ name: 'machines', arguments: {} }))).toContain('machines');
  genai.queue(plain(200, { choices: [{ message: { content: 'Hello you' } }] }));
  const asked = { model: 'model-1', prompt: 'Hello' };
  const answer = await client.callTool({ name: 'complete', arguments: asked });
  expect(JSON.parse(textOf(answer))).toEqual({ text: 'Hello you' });
  expect((await genai.seen(1)).authorization).toBe(`Bearer ${serviceKey}`);
  const refused = await client.callTool({
    ...{ name: 'complete', arguments: { ...asked, model: 'model-2' } },
  });
  expect([refused.isError, textOf(refused)]).toEqual([
    true,
    expect.stringContaining('Open “Other programs” in Compute Desk'),
  ]);
  expect((await state()).requests).toMatchObject([{ missing: 'model', what: 'model-2' }]);
  // What it calls itself is shown, and decides nothing.
  expect((await state()).programs).toMatchObject([{ name: 'Notebook', reportedName: 'tests 1' }]);
  await call('programs.revoke', { id });
  await expect(client.callTool({ name: 'machines', arguments: {} })).rejects.toThrow();
  const lines = await call('programCalls.snapshot', undefined);
  const ofTool = lines.filter((one) => one.call === 'POST /mcp tools/call complete');
  // HTTP answers 200 to a tool that was refused, too.
  expect(ofTool.map(({ outcome, status }) => [outcome, status])).toEqual([
    ['refused', 403],
    ['answered', 200],
  ]);
  expect(JSON.stringify(lines)).not.toContain('Hello');
});

test('a call of a tool that its key does not have, or that cannot run, is written down as such', async () => {
  const { address, add, call } = await programsWorld();
  const { headers } = await add({ paths: ['mcp'] });
  const client = await connect(address, headers);
  const words = async (name: string, given: Record<string, unknown>) =>
    client.callTool({ name, arguments: given }).then(textOf, (error: Error) => error.message);
  expect(await words('conversations', {})).toContain('may not read conversations');
  expect(await words('rm -rf', {})).toContain('rm -rf');
  await words('complete', { model: 1 });
  await words('machines', {});
  const lines = await call('programCalls.snapshot', undefined);
  const ofTools = lines.filter((one) => one.call.startsWith('POST /mcp tools/call'));
  expect(ofTools.map((one) => [one.call, one.outcome, one.status])).toEqual([
    ['POST /mcp tools/call machines', 'answered', 200],
    ['POST /mcp tools/call complete', 'failed', 400],
    ['POST /mcp tools/call', 'refused', 404],
    ['POST /mcp tools/call conversations', 'refused', 403],
  ]);
});

test('without permission for tools nothing of them is answered', async () => {
  const { address, add } = await programsWorld();
  const { headers } = await add({ paths: ['v1'] });
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const reply = await send(`${address}/mcp`, { method: 'POST', headers, body });
  expect(reply.status).toBe(403);
});

test('web pages get no tools; a message is one, of bounded size and depth', async () => {
  const { address, add } = await programsWorld();
  const { headers } = await add({ paths: ['mcp'] });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const post = async (body: unknown, more: Record<string, string> = {}) => {
    const accept = 'application/json, text/event-stream';
    const all = { ...headers, accept, ...more };
    return (await send(`${address}/mcp`, { method: 'POST', headers: all, body })).status;
  };
  expect(await post(list)).toBe(200);
  const pages: Record<string, string>[] = [
    ...[{ origin: address }, { origin: 'null' }, { host: 'evil.example' }],
  ];
  for (const page of pages) {
    expect([page, await post(list, page)]).toEqual([page, 403]);
  }
  expect(await post([list, list])).toBe(400);
  expect(await post({ ...list, params: { pad: 'x'.repeat(4 * 1024 * 1024) } })).toBe(413);
  const deep = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`;
  expect(await post(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${deep}}`)).toBe(400);
});

test('a tool that runs ends when its key is revoked, by both protocols', async () => {
  const { address, add, genai, call } = await programsWorld();
  const params = { name: 'complete', arguments: { model: 'model-1', prompt: 'Hello' } };
  const held = gate();
  onTestFinished(held.open);
  genai.queue(
    () => held.opened,
    () => held.opened,
  );

  const newest = await add({ paths: ['mcp'] });
  const client = await connect(address, newest.headers);
  const running = expect(client.callTool(params)).rejects.toThrow();
  const first = await genai.seen(1);
  await call('programs.revoke', { id: newest.id });
  await running;
  await first.closed;

  // Clients of the one before wait for an answer after the stream has ended: the stream itself is looked at.
  const before = await add({ paths: ['mcp'] });
  const accept = 'application/json, text/event-stream';
  const answer = send(`${address}/mcp`, {
    method: 'POST',
    headers: { ...before.headers, accept, 'mcp-protocol-version': '2025-11-25' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  const second = await genai.seen(2);
  await call('programs.revoke', { id: before.id });
  expect(await answer).toMatchObject({ cut: true });
  await second.closed;
});

test('a stream of what changes ends when its key is revoked', async () => {
  const { address, add, call } = await programsWorld();
  const { headers, id } = await add({ paths: ['mcp'] });
  const client = await connect(address, headers);
  const { closed } = await client.listen({ toolsListChanged: true });
  await call('programs.revoke', { id });
  expect(await closed).not.toBe('local');
});

test('a stream of what changes ends when its key may use no tools any more', async () => {
  const { address, add, call } = await programsWorld();
  const { headers, id } = await add({ paths: ['mcp'] });
  const client = await connect(address, headers);
  const { closed } = await client.listen({ toolsListChanged: true });
  await call('programs.change', {
    ...{ id, name: 'Notebook', paths: ['v1'], models: null, readOnly: false },
    ...{ conversations: false, endsAt: null },
  });
  expect(await closed).not.toBe('local');
});

test('the streams of one key are bounded, and leave room for those of others', async () => {
  const { address, add } = await programsWorld();
  const [first, second] = [await add({ paths: ['mcp'] }), await add({ paths: ['mcp'] })];
  const listen = async ({ headers }: typeof first) => {
    const client = await connect(address, headers);
    return client.listen({ toolsListChanged: true });
  };
  for (let count = 0; count < 4; count += 1) await listen(first);
  await expect(listen(first)).rejects.toThrow();
  await listen(second);
  const client = await connect(address, first.headers);
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
});

test('with locked secrets a tool that needs them fails within a second, and says so', async () => {
  const { address, add, call, state } = await programsWorld();
  const { headers } = await add({ paths: ['mcp'] });
  const client = await connect(address, headers);
  await call('vault.lock', undefined);
  const before = performance.now();
  const result = await client.callTool({
    ...{ name: 'complete', arguments: { model: 'model-1', prompt: 'Hello' } },
  });
  expect(performance.now() - before).toBeLessThan(patience(1000));
  expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining('are locked')]);
  expect((await state()).requests).toMatchObject([{ missing: 'unlock' }]);
});

test('jobs and files of a system are read, but not what leads up', async () => {
  const { address, add, call } = await programsWorld();
  const demo = await call('systems.openDemo', undefined);
  const { headers } = await add({ paths: ['mcp'], systemId: demo.id });
  const client = await connect(address, headers);
  const run = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input });
    return { isError: result.isError ?? false, text: textOf(result) };
  };
  const machine = 'login-1';
  const home = '/home/demo';
  const files = await run('files', { machine, path: home });
  const { entries } = JSON.parse(files.text) as { entries: { name: string; kind: string }[] };
  const file = entries.find(({ kind }) => kind === 'file');
  const read = await run('read_file', { machine, path: `${home}/${file?.name}` });
  expect([read.isError, read.text.length > 20]).toEqual([false, true]);
  for (const path of [`${home}/../other`, 'home', `${home}/./a`]) {
    expect([path, (await run('read_file', { machine, path })).isError]).toEqual([path, true]);
  }
  const jobs = await run('jobs', { machine: 'cpu-main' });
  expect(JSON.parse(jobs.text)).toMatchObject({ jobs: expect.any(Array), more: false });
});

test('jobs are shown with the end of their output, and submitted once by a key that is not read only', async () => {
  const { address, add, call, state } = await programsWorld();
  const demo = await call('systems.openDemo', undefined);
  const { headers } = await add({ paths: ['mcp'], systemId: demo.id, readOnly: true });
  const client = await connect(address, headers);
  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  const run = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input });
    return { isError: result.isError ?? false, text: textOf(result) };
  };
  const asked = {
    ...{ machine: 'cpu-main', script: '#!/bin/bash\necho hello', request: 'first', name: 'hello' },
  };
  expect(await names()).not.toContain('submit_job');
  expect(await run('submit_job', asked)).toEqual({
    isError: true,
    text: expect.stringContaining('may only read. Open “Other programs” in Compute Desk'),
  });
  const { requests } = await state();
  expect(requests).toMatchObject([{ missing: 'write' }]);
  await call('programs.permit', { id: requests[0]?.id ?? '' });
  expect(await names()).toContain('submit_job');

  const first = JSON.parse((await run('submit_job', asked)).text);
  expect(first).toEqual({ state: 'accepted', job: expect.any(String), machine: 'cpu-main' });
  // The same word and job: nothing is sent again. The app follows it as its own.
  expect(JSON.parse((await run('submit_job', asked)).text)).toEqual(first);
  const second = JSON.parse((await run('submit_job', { ...asked, request: 'second' })).text);
  expect(second.job).not.toBe(first.job);
  const { submissions } = await call('jobs.snapshot', { systemId: demo.id });
  expect(submissions.map(({ jobId }) => jobId).toSorted()).toEqual(
    [first.job, second.job].toSorted(),
  );

  const shown = JSON.parse((await run('job', { machine: 'cpu-main', id: first.job })).text);
  expect(shown.jobs[0]).toMatchObject({ id: first.job, name: 'hello', machine: 'cpu-main' });
  expect((await run('job', { machine: 'cpu-main', id: '999999999' })).isError).toBe(true);
  const listed = JSON.parse((await run('jobs', { machine: 'cpu-main', ended: true })).text);
  const ended = listed.jobs.find(({ state: is }: { state: string }) => is === 'done');
  const printed = JSON.parse(
    (await run('job_output', { machine: ended.machine, id: ended.id })).text,
  );
  expect(printed.job).toBe(ended.id);
  expect([printed.text.length > 0, printed.text.length <= 64 * 1024]).toEqual([true, true]);
});

test('machines have their state since the time that the screen shows, also in the generated history of the demo', async () => {
  const { address, add, call } = await programsWorld();
  const demo = await call('systems.openDemo', undefined);
  const { headers } = await add({ systemId: demo.id, paths: ['mcp'] });
  const client = await connect(address, headers);
  const span = { systemId: demo.id, span: '24h' } as const;
  await call('machines.refresh', { systemId: demo.id });
  await expect
    .poll(async () => (await call('machineHistory.availability', span)).generatedUntil, {
      timeout: patience(10_000),
    })
    .not.toBe(null);
  const { machines: seen } = await call('machineHistory.availability', span);
  const told = JSON.parse(textOf(await client.callTool({ name: 'machines', arguments: {} })));
  const since = (name: string) => seen.find((one) => one.name === name)?.since ?? 0;
  for (const { name, since: at } of told.machines)
    expect([name, Date.parse(at)]).toEqual([name, since(name)]);
  expect(told.machines.length).toBeGreaterThan(3);
});

test('conversations are read with a key that permits it, those of its system that are kept', async () => {
  const { address, add, call, system, state } = await programsWorld();
  const inMessages = async (systemId: string, temporary: boolean, text: string) => {
    const { id } = await call('conversations.create', { systemId, model: 'model-1', temporary });
    await call('chat.send', { conversationId: id, text });
    return id;
  };
  const other = await call('systems.openDemo', undefined);
  const kept = await inMessages(system.id, false, 'A kept question');
  const hidden = [
    await inMessages(system.id, true, 'A temporary question'),
    await inMessages(other.id, false, 'A question to another system'),
  ];
  const without = await connect(address, (await add({ paths: ['mcp'] })).headers);
  expect((await without.listTools()).tools.map(({ name }) => name)).not.toContain('conversations');
  const asked = { name: 'conversation', arguments: { id: kept } };
  const before = performance.now();
  const refusal = await without.callTool(asked);
  expect(performance.now() - before).toBeLessThan(patience(1000));
  expect([refusal.isError, textOf(refusal)]).toEqual([
    true,
    'This key may not read conversations. Open “Other programs” in Compute Desk to permit it.',
  ]);
  const { requests } = await state();
  expect(requests).toMatchObject([{ missing: 'conversations' }]);
  await call('programs.permit', { id: requests[0]?.id ?? '' });
  expect((await state()).programs).toMatchObject([{ conversations: true }]);
  expect(textOf(await without.callTool(asked))).toContain('A kept question');
  const { headers } = await add({ paths: ['mcp'], conversations: true });
  const client = await connect(address, headers);
  const listed = textOf(await client.callTool({ name: 'conversations', arguments: {} }));
  expect((JSON.parse(listed) as { conversations: unknown }).conversations).toEqual([
    expect.objectContaining({ id: kept, model: 'model-1' }),
  ]);
  const read = await client.callTool({ name: 'conversation', arguments: { id: kept } });
  expect(textOf(read)).toContain('A kept question');
  for (const id of hidden) {
    const refused = await client.callTool({ name: 'conversation', arguments: { id } });
    expect([refused.isError, textOf(refused)]).toEqual([true, 'There is no such thing.']);
  }
});

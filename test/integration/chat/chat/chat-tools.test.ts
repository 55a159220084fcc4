import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../../../../main/chat/tools/index.ts';
import { parameters as parametersShape } from '../../../../preload/contract/chat/conversation.ts';
import {
  begin,
  callsTools,
  delta,
  type Script,
  says,
} from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

async function withTools(world: ChatWorld, ...tools: string[]): Promise<string> {
  const id = await world.conversation();
  const parameters = parametersShape.parse({ tools });
  await world.chat.calls.conversations.setParameters({ id, parameters }, nobody);
  return id;
}

async function send(world: ChatWorld, conversationId: string): Promise<string> {
  return (await world.chat.calls.chat.send({ conversationId, text: 'go' }, nobody)).answerId;
}

const settled = (world: ChatWorld, id: string) =>
  world.events.until(
    'conversations.changed',
    (one) => one.id === id && !one.streaming && one.leafId !== null,
  );

test('calls run side by side, are stored with their results, and the answer follows below', async () => {
  await using world = await chatWorld();
  const id = await withTools(world, 'calculator', 'current_time');
  world.fake.queue(
    callsTools(['calculator', '{"expression":"6*7"}'], ['current_time', '']),
    says('It is 42.'),
  );
  const first = await send(world, id);
  const done = await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.content === 'It is 42.',
  );
  expect(done.message).toMatchObject({ parentId: first, depth: 2, state: 'complete' });
  await settled(world, id);

  const { messages, leafId } = await world.open(id);
  expect(leafId).toBe(done.message.id);
  expect(messages[1]?.toolCalls).toEqual([
    {
      id: expect.any(String),
      name: 'calculator',
      arguments: '{"expression":"6*7"}',
      state: 'done',
      result: '42',
    },
    {
      id: expect.any(String),
      name: 'current_time',
      arguments: '',
      state: 'done',
      result: expect.stringContaining('2026-11-21T10:00:00'),
    },
  ]);
  const ids = (await world.open(id)).messages[1]?.toolCalls.map((one) => one.id) ?? [];
  expect(new Set(ids).size).toBe(2);
  const [asked, again] = [await world.fake.seen(1), await world.fake.seen(2)];
  expect(asked.body.tools).toMatchObject([
    {
      type: 'function',
      function: { name: 'calculator', parameters: { type: 'object', required: ['expression'] } },
    },
    { type: 'function', function: { name: 'current_time' } },
  ]);
  expect(again.body.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: null, tool_calls: ids.map((one) => ({ id: one })) },
    { role: 'tool', tool_call_id: ids[0], content: '42' },
    { role: 'tool', tool_call_id: ids[1] },
  ]);
});

test('a tool that asks waits for the user: allowed, refused, and never offered', async () => {
  await using world = await chatWorld();
  const id = await withTools(world, 'machine_states');
  world.fake.queue(
    callsTools(['machine_states', '{}']),
    says('seen'),
    callsTools(['machine_states', '{}']),
    says('not seen'),
  );
  const decide = async (answerId: string, allow: boolean) => {
    const { message } = await world.events.until(
      'chat.messageChanged',
      (changed) =>
        changed.message.id === answerId && changed.message.toolCalls[0]?.state === 'waiting',
    );
    expect((await world.open(id)).streaming).toBe(true);
    const callId = message.toolCalls[0]?.id ?? '';
    await world.decide(allow ? { kind: 'allow', holds: 'once' } : { kind: 'refuse' });
    return callId;
  };
  const first = await send(world, id);
  await decide(first, true);
  await world.events.until('chat.messageChanged', ({ message }) => message.content === 'seen');
  expect((await world.open(id)).messages[1]?.toolCalls[0]).toMatchObject({
    state: 'done',
    result: expect.stringContaining('"one"'),
  });
  await world.events.until(
    'conversations.changed',
    (one) => !one.streaming && one.leafId !== first,
  );

  const second = await send(world, id);
  const callId = await decide(second, false);
  await world.events.until('chat.messageChanged', ({ message }) => message.content === 'not seen');
  expect(
    (await world.open(id)).messages.find((one) => one.id === second)?.toolCalls[0],
  ).toMatchObject({ state: 'refused' });
  const late = world.requests.decide(
    { messageId: second, callId, digest: 'd', decision: { kind: 'allow', holds: 'once' } },
    nobody,
  );
  await expect(late).rejects.toMatchObject({ code: 'not-found' });

  await world.tools.calls.setApproval(
    { name: 'machine_states', fingerprint: 'built-in', approval: 'never' },
    nobody,
  );
  expect(world.events.of('tools.changed').at(-1)).toContainEqual(
    expect.objectContaining({ name: 'machine_states', approval: 'never' }),
  );
  const other = await withTools(world, 'machine_states');
  await world.ask(other, 'go');
  expect((await world.fake.seen(5)).body.tools).toBeUndefined();
});

test.each([
  ['unknown', '{}', 'There is no tool named unknown.'],
  ['calculator', '{"expr', 'Error: '],
  ['calculator', '{"expression":7}', 'Error: '],
  ['calculator', '{"expression":"1/0"}', 'Error: has no finite value'],
])('a call that fails (%s %s) is told to the model, which answers', async (name, input, words) => {
  await using world = await chatWorld();
  const id = await withTools(world, 'calculator');
  world.fake.queue(callsTools([name, input]), says('sorry'));
  const first = await send(world, id);
  await world.events.until('chat.messageChanged', ({ message }) => message.content === 'sorry');
  const { messages } = await world.open(id);
  expect(messages.find((one) => one.id === first)?.toolCalls[0]).toMatchObject({
    state: 'failed',
    result: expect.stringContaining(words),
  });
});

test('the rounds are bounded whatever the server does, and can be gone on with', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const parameters = parametersShape.parse({ tools: ['calculator'], toolRounds: 3 });
  await world.chat.calls.conversations.setParameters({ id, parameters }, nobody);
  let asked = 0;
  // it ignores what it is told and calls for ever
  world.fake.usual = (response, request) => {
    asked += 1;
    return callsTools(['calculator', '{"expression":"1"}'])(response, request);
  };
  await send(world, id);
  const cut = await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.state === 'interrupted',
  );
  expect(cut.message).toMatchObject({
    problem: { code: 'tool-rounds-reached', details: { rounds: 3 } },
    toolCalls: [{ name: 'calculator', state: 'interrupted', result: null }],
  });
  await settled(world, id);
  expect(asked).toBe(3);

  const { answerId } = await world.chat.calls.chat.resume({ messageId: cut.message.id }, nobody);
  expect(answerId).toBe(cut.message.id);
  await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.state === 'interrupted' && message.id !== cut.message.id,
  );
  expect(asked).toBe(6);
  const { messages } = await world.open(id);
  expect(messages.map(({ toolCalls }) => toolCalls[0]?.state)).toEqual([
    undefined,
    ...Array.from({ length: 5 }, () => 'done'),
    'interrupted',
  ]);
});

test('a server that gives two calls one id: each has its own result, and the turn ends', async () => {
  await using world = await chatWorld();
  const id = await withTools(world, 'calculator');
  const twice: Script = (response) => {
    begin(response);
    for (const [index, expression] of ['1+1', '2+2'].entries()) {
      const text = JSON.stringify({ expression });
      const called = { name: 'calculator', arguments: text };
      delta(response, { tool_calls: [{ index, id: 'same', type: 'function', function: called }] });
    }
    delta(response, {}, 'tool_calls');
    response.end('data: [DONE]\n\n');
  };
  world.fake.queue(twice, says('2 and 4'));
  const first = await send(world, id);
  await world.events.until('chat.messageChanged', ({ message }) => message.content === '2 and 4');
  const { messages } = await world.open(id);
  const run = messages.find((one) => one.id === first)?.toolCalls ?? [];
  expect(run.map(({ result }) => result)).toEqual(['2', '4']);
  expect(new Set(run.map((one) => one.id)).size).toBe(2);
});

test('a tool that the conversation does not offer is not run, also where it is always allowed', async () => {
  await using world = await chatWorld();
  let ran = 0;
  world.tools.register([
    defineTool({
      name: 'elsewhere',
      description: 'Of another conversation.',
      input: z.object({}),
      approval: 'always',
      run: async () => {
        ran += 1;
        return 'done';
      },
    }),
  ]);
  const id = await withTools(world, 'calculator');
  world.fake.queue(callsTools(['elsewhere', '{}']), says('no such tool'));
  const first = await send(world, id);
  await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.content === 'no such tool',
  );
  expect((await world.open(id)).messages.find((one) => one.id === first)?.toolCalls).toMatchObject([
    { state: 'failed', result: 'There is no tool named elsewhere.' },
  ]);
  expect(ran).toBe(0);
});

test('stopping ends a waiting and a running call; the next message works', async () => {
  await using world = await chatWorld();
  const stuck = defineTool({
    name: 'stuck',
    description: 'Never ends.',
    input: z.object({}),
    approval: 'always',
    run: () => new Promise(() => undefined),
  });
  const remove = world.tools.register([stuck]);
  expect(() => world.tools.register([stuck])).toThrow('stuck');
  const id = await withTools(world, 'stuck', 'machine_states');
  world.fake.queue(callsTools(['stuck', '{}'], ['machine_states', '{}']));
  const first = await send(world, id);
  await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.toolCalls[0]?.state === 'running',
  );
  await world.chat.calls.chat.stop({ conversationId: id }, nobody);
  const { messages, streaming } = await world.open(id);
  expect(streaming).toBe(false);
  expect(messages.find((one) => one.id === first)?.toolCalls.map(({ state }) => state)).toEqual([
    'interrupted',
    'interrupted',
  ]);
  expect(messages.find((one) => one.id === first)?.state).toBe('interrupted');
  expect(await world.ask(id, 'next')).toMatchObject({ state: 'complete', content: 'Hello there.' });
  remove();
  expect(
    (await world.tools.calls.snapshot(undefined, nobody)).map(({ name }) => name),
  ).not.toContain('stuck');
});

test('calls that waited when the app went away are interrupted, and run when it is gone on with', async () => {
  await using world = await chatWorld();
  const id = await withTools(world, 'machine_states');
  const input = '{"note":"\\"state\\":\\"waiting\\""}';
  world.fake.queue(callsTools(['machine_states', input]), says('They are up.'));
  const answerId = await send(world, id);
  await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.toolCalls[0]?.state === 'waiting',
  );
  const again = await world.restart();
  const answer = (await again.calls.conversations.open({ id }, nobody)).messages[1];
  expect(answer).toMatchObject({
    state: 'interrupted',
    toolCalls: [{ state: 'interrupted', arguments: input }],
  });
  await again.calls.chat.resume({ messageId: answerId }, nobody);
  await world.decide({ kind: 'allow', holds: 'once' });
  const { message } = await world.events.until(
    'chat.messageChanged',
    (changed) => changed.message.content === 'They are up.',
  );
  expect(message).toMatchObject({ parentId: answerId, state: 'complete' });
});

test('what a server returned makes tools that write ask in later rounds and turns, whatever was allowed', async () => {
  await using world = await chatWorld();
  const origin = (ownName: string, writes: boolean) => ({
    ...{ serverId: 'x', name: 'pages', where: 'pages', systemId: null, identity: 'x' },
    ...{ ownName, writes },
  });
  const tool = (name: string, writes: boolean) => ({
    ...defineTool({
      ...{ name, description: name, input: z.object({}), approval: 'always' },
      run: async () => `${name} ran`,
    }),
    origin: origin(name, writes),
  });
  world.tools.register([tool('look', false), tool('change', true)]);
  const id = await withTools(world, 'look', 'change');
  world.fake.queue(
    callsTools(['change', '{}']),
    callsTools(['look', '{}']),
    callsTools(['change', '{}']),
    says('done'),
    callsTools(['change', '{}']),
    says('again'),
  );
  await send(world, id);
  // nothing of others was there when the first call ran
  const first = await world.events.until('toolRequests.changed', (all) => all.length > 0);
  expect(first).toMatchObject([
    { reason: 'untrusted', sources: ['pages'], offers: ['once'], tool: { name: 'change' } },
  ]);
  await world.decide({ kind: 'allow', holds: 'once' });
  await world.events.until('chat.messageChanged', ({ message }) => message.content === 'done');
  await settled(world, id);
  const { messages } = await world.open(id);
  expect(messages.flatMap(({ toolCalls }) => toolCalls.map(({ state }) => state))).toEqual([
    ...['done', 'done', 'done'],
  ]);
  await send(world, id);
  await world.decide({ kind: 'refuse', reason: 'no' });
  await world.events.until('chat.messageChanged', ({ message }) => message.content === 'again');
});

test('how far a tool is, is shown at most twice a second and never stored', async () => {
  await using world = await chatWorld();
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  world.tools.register([
    defineTool({
      ...{ name: 'slow', description: 'Takes its time.', input: z.object({}), approval: 'always' },
      async run(_, { tell }) {
        for (let done = 1; done <= 100; done += 1) tell?.({ done, total: 100, text: 'Counting' });
        await ended;
        return 'counted';
      },
    }),
  ]);
  const id = await withTools(world, 'slow');
  world.fake.queue(callsTools(['slow', '{}']), says('Well.'));
  const first = await send(world, id);
  const { message } = await world.events.until(
    'chat.messageChanged',
    (one) => one.message.toolCalls[0]?.progress !== undefined,
  );
  expect(message.toolCalls).toMatchObject([
    { state: 'running', progress: { done: 1, total: 100, text: 'Counting' } },
  ]);
  const rows = await world.database.all({
    sql: 'SELECT tool_calls FROM messages WHERE id = ?',
    params: [first],
  });
  end();
  await settled(world, id);
  const told = world.events
    .of('chat.messageChanged')
    .filter((one) => one.message.toolCalls[0]?.progress !== undefined);
  expect(told).toHaveLength(1);
  expect(JSON.stringify([rows, (await world.open(id)).messages])).not.toContain('Counting');
});

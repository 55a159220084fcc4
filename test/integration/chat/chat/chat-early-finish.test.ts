import { expect, test } from 'vitest';
import { begin, delta, gate, type Script, says } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

/** A finish reason in mid-answer, as gateways send it; what still comes waits for `opened`. */
const early =
  (opened: Promise<void>, rest: Script = finish): Script =>
  async (response, request) => {
    begin(response);
    delta(response, { content: 'Part one. ' }, 'stop');
    await opened;
    await rest(response, request);
  };
const finish: Script = (response) => {
  delta(response, { content: 'Part two.' }, 'stop');
  response.end('data: [DONE]\n\n');
};
const calls: Script = (response) => {
  const called = { name: 'calculator', arguments: '{"expression":"6*7"}' };
  const call = { index: 0, id: 'call-0', type: 'function', function: called };
  delta(response, { tool_calls: [call] }, 'tool_calls');
  response.end('data: [DONE]\n\n');
};
const limits = { idle: 60_000, afterFinish: 30 };

async function quiet(world: ChatWorld, answerId: string) {
  const { message } = await world.events.until(
    'chat.messageChanged',
    (told) => told.message.id === answerId && told.message.quiet === true,
  );
  return message;
}

async function send(world: ChatWorld, rest?: Script) {
  const conversationId = await world.conversation();
  const { opened, open } = gate();
  world.fake.queue(early(opened, rest));
  const { calls } = world.chat;
  const { answerId } = await calls.chat.send({ conversationId, text: 'go' }, nobody);
  return { conversationId, answerId, open };
}

test('what comes after a finish reason and a silence is part of the answer, which looked finished meanwhile', async () => {
  await using world = await chatWorld({ limits });
  const { conversationId, answerId, open } = await send(world);
  expect(await quiet(world, answerId)).toMatchObject({ content: 'Part one. ', state: 'streaming' });
  const { messages } = await world.open(conversationId);
  expect(messages.at(-1)).toMatchObject({ quiet: true, content: 'Part one. ' });
  open();
  const answer = await world.ended(answerId);
  expect(answer).toMatchObject({ state: 'complete', content: 'Part one. Part two.' });
  expect(answer.quiet).toBeUndefined();
});

test('a queued message waits for the end of an answer that looks finished', async () => {
  await using world = await chatWorld({ limits });
  const { conversationId, answerId, open } = await send(world);
  await quiet(world, answerId);
  await world.chat.calls.chat.queue({ conversationId, text: 'next' }, nobody);
  expect((await world.open(conversationId)).queued).toHaveLength(1);
  open();
  const next = await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.depth === 3 && message.state === 'complete',
  );
  expect(next.message.content).toBe('Hello there.');
  const sent = world.fake.requests.at(-1)?.body as { messages: { content: string }[] };
  expect(sent.messages.map(({ content }) => content)).toContain('Part one. Part two.');
});

test('calls of tools wait for the end: one that comes after a finish reason is run too', async () => {
  await using world = await chatWorld({ limits });
  const id = await world.conversation();
  await world.chat.calls.conversations.setParameters(
    { id, parameters: { tools: ['calculator'] } },
    nobody,
  );
  const { opened, open } = gate();
  world.fake.queue(early(opened, calls), says('It is 42.'));
  const { answerId } = await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  await quiet(world, answerId);
  open();
  const last = await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.content === 'It is 42.' && message.state === 'complete',
  );
  expect(last.message.depth).toBe(2);
});

test('stopping an answer that looks finished leaves it complete', async () => {
  await using world = await chatWorld({ limits });
  const { conversationId, answerId } = await send(world);
  await quiet(world, answerId);
  await world.chat.calls.chat.stop({ conversationId }, nobody);
  expect(await world.ended(answerId)).toMatchObject({
    state: 'complete',
    content: 'Part one. ',
    problem: null,
  });
});

test('a connection that breaks after a finish reason has cut the answer short', async () => {
  await using world = await chatWorld({ limits });
  const { answerId, open } = await send(world, (response) => {
    response.socket?.resetAndDestroy();
  });
  await quiet(world, answerId);
  open();
  expect(await world.ended(answerId)).toMatchObject({
    state: 'interrupted',
    content: 'Part one. ',
    problem: { code: 'stream-interrupted', details: { reason: 'broken' } },
  });
});

test('silence after a finish reason, and the end of the time for a request, end the answer as whole', async () => {
  await using world = await chatWorld({ limits: { ...limits, idle: 100 } });
  const silent = await send(world);
  expect(await world.ended(silent.answerId)).toMatchObject({ state: 'complete' });
  await using slow = await chatWorld({ limits: { ...limits, request: 300 } });
  const late = await send(slow);
  expect(await slow.ended(late.answerId)).toMatchObject({ state: 'complete', problem: null });
});

test('the count of tokens without a choice ends the answer, although the server keeps the connection open', async () => {
  await using world = await chatWorld({ limits });
  const id = await world.conversation();
  const usage = { prompt_tokens: 3, completion_tokens: 2 };
  world.fake.queue((response) => {
    begin(response);
    // some servers count in every chunk: that ends nothing
    response.write(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'All' }, finish_reason: 'stop' }], usage })}\n\n`,
    );
    delta(response, { content: ' of it.' });
    response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
  });
  expect(await world.ask(id, 'go')).toMatchObject({
    state: 'complete',
    content: 'All of it.',
    usage: { inputTokens: 3, outputTokens: 2 },
  });
});

test('the patience of the start holds until something is said', async () => {
  await using world = await chatWorld({ limits: { idle: 50, request: 20_000, afterFinish: 30 } });
  const id = await world.conversation();
  const { opened, open } = gate();
  world.fake.queue(async (response) => {
    begin(response);
    delta(response, { role: 'assistant', content: null });
    delta(response, { content: '' });
    setTimeout(open, 300);
    await opened;
    delta(response, { content: 'Late.' }, 'stop');
    response.end('data: [DONE]\n\n');
  });
  expect(await world.ask(id, 'go')).toMatchObject({ state: 'complete', content: 'Late.' });
});

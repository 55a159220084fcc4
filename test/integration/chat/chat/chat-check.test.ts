import { expect, test } from 'vitest';
import { parameters as parametersShape } from '../../../../preload/contract/chat/conversation.ts';
import { plain, says } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const long = '文'.repeat(150_000);

async function check(world: ChatWorld, conversationId: string, text: string, more = {}) {
  const answer = await world.chat.calls.requests.check({ conversationId, text, ...more }, nobody);
  return answer;
}

test('a draft that fits: its figures, and nothing to do', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const found = await check(world, id, 'a'.repeat(400));
  expect(found).toEqual({
    model: 'alpha3.6-35b',
    inputTokens: expect.any(Number),
    toolTokens: 0,
    systemTokens: 0,
    margin: expect.any(Number),
    maxTokens: 32_768,
    maxTokensAssumed: true,
    contextLength: 262_144,
    bodyBytes: expect.any(Number),
    bodyLimit: 33_554_432,
    images: 0,
    tight: false,
    leftOut: 0,
    problems: [],
    remedies: [],
  });
  expect(found.inputTokens).toBeGreaterThan(40);
  expect(found.inputTokens).toBeLessThan(110);
  expect(found.bodyBytes).toBeGreaterThan(400);
  expect(found.bodyBytes).toBeLessThan(700);
});

test('tools on offer and the system prompt count, also before the conversation exists', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const text = 'a'.repeat(400);
  const bare = await check(world, id, text);
  const parameters = parametersShape.parse({
    system: 'Be brief.'.repeat(40),
    tools: ['calculator', 'machine_states'],
  });
  await world.chat.calls.conversations.setParameters({ id, parameters }, nobody);
  const found = await check(world, id, text);
  expect(found.systemTokens).toBeGreaterThan(80);
  expect(found.toolTokens).toBeGreaterThan(50);
  const parts = bare.inputTokens + found.systemTokens + found.toolTokens;
  // each is rounded up by itself
  expect(Math.abs(found.inputTokens - parts)).toBeLessThan(4);
  const { systemId } = await world.open(id);
  const asNew = await world.chat.calls.requests.checkNew(
    { systemId, model: 'alpha3.6-35b', parameters, text },
    nobody,
  );
  expect(asNew).toEqual(found);
  const without = (await check(world, id, ' ')).inputTokens;
  expect(Math.abs(without - found.systemTokens - found.toolTokens)).toBeLessThan(8);
  // what a tool call and its result take counts too
  const request = {
    model: 'alpha3.6-35b',
    messages: [
      {
        role: 'assistant' as const,
        content: null,
        tool_calls: [
          { id: 'c', type: 'function', function: { name: 'x', arguments: 'y'.repeat(400) } },
        ],
      },
    ],
  };
  expect(world.genai.assess(systemId, request).inputTokens).toBeGreaterThan(70);
});

test('a draft that does not fit: the models that are offered instead take it', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  await world.ask(id, 'short');
  await world.ask(id, long);
  const text = '文'.repeat(120_000);
  const parameters = parametersShape.parse({ maxTokens: 100_000 });
  await calls.conversations.setParameters({ id, parameters }, nobody);
  const found = await check(world, id, text);
  expect(found).toMatchObject({ problems: [{ code: 'context-overflow' }], maxTokens: 100_000 });
  await expect(calls.chat.send({ conversationId: id, text }, nobody)).rejects.toMatchObject({
    code: 'context-overflow',
  });

  const kinds = found.remedies.map(({ kind }) => kind);
  expect(kinds).toEqual(['other-model', 'send-anyway']);
  for (const remedy of found.remedies) {
    if (remedy.kind === 'other-model') {
      expect(remedy.models.length).toBeGreaterThan(0);
      for (const { id: model } of remedy.models) {
        expect((await check(world, id, text, { models: [model] })).problems).toEqual([]);
      }
    }
  }
});

test('never a refusal by an estimate without "send it anyway", and with it the service decides', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const text = '文'.repeat(600_000);
  const [problem] = (await check(world, id, text)).problems;
  expect(problem).toMatchObject({ code: 'context-overflow', details: { estimated: true } });
  expect((await check(world, id, text)).remedies).toContainEqual({ kind: 'send-anyway' });
  const send = (anyway: boolean) =>
    world.chat.calls.chat.send({ conversationId: id, text, anyway }, nobody);
  await expect(send(false)).rejects.toMatchObject({ code: 'context-overflow' });
  const { answerId } = await send(true);
  expect(await world.ended(answerId)).toMatchObject({ state: 'complete' });

  // what is asked again, edited or taken out of the queue by hand was judged by the user already
  const again = await world.chat.calls.chat.regenerate({ messageId: answerId }, nobody);
  expect(await world.ended(again.answerId)).toMatchObject({ state: 'complete' });
  await world.chat.calls.chat.queue({ conversationId: id, text: 'and this' }, nobody);
  expect((await world.open(id)).queued).toMatchObject([{ problem: { code: 'context-overflow' } }]);
  const sent = await world.chat.calls.chat.sendQueued({ conversationId: id }, nobody);
  expect(await world.ended(sent.answerId)).toMatchObject({ state: 'complete' });

  // the service has refused it and told its numbers: there is nothing to guess
  world.fake.queue(plain(400, { error: "This model's maximum context length is 8192 tokens" }));
  const refused = await world.chat.calls.chat.regenerate({ messageId: answerId }, nobody);
  await world.ended(refused.answerId);
  const { remedies } = await check(world, id, '', { answerId: refused.answerId });
  expect(remedies).not.toContainEqual({ kind: 'send-anyway' });
});

test('several models: each is judged, what breaks is named, and never a refusal without a way', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const models = ['alpha3.6-35b', 'beta-short'];
  world.fake.models = plain(200, {
    data: [{ id: 'alpha3.6-35b' }, { id: 'beta-short', max_model_len: 8192 }],
  });
  world.genai.refreshModels(world.system.id);
  await world.events.until('genai.changed', (state) =>
    state.models.some(({ contextLength }) => contextLength === 8192),
  );
  const text = '文'.repeat(20_000);
  const found = await check(world, id, text, { models });
  expect(found).toMatchObject({
    model: 'beta-short',
    problems: [{ code: 'context-overflow', details: { model: 'beta-short' } }],
    others: [{ model: 'alpha3.6-35b', problems: [], tight: false }],
  });
  expect(found.remedies).toEqual([
    { kind: 'leave-out-models', models: ['beta-short'] },
    { kind: 'send-anyway' },
  ]);
  await expect(calls.chat.send({ conversationId: id, text, models }, nobody)).rejects.toMatchObject(
    { code: 'context-overflow' },
  );
  const { answerIds } = await calls.chat.send(
    { conversationId: id, text, models, anyway: true },
    nobody,
  );
  for (const one of await Promise.all(answerIds.map(world.ended))) {
    expect(one.state).toBe('complete');
  }
  const { systemId, parameters } = await world.open(id);
  const asNew = { systemId, model: null, models, parameters, text };
  expect(await calls.requests.checkNew(asNew, nobody)).toMatchObject({ model: 'beta-short' });
});

test('a limit of the answer that is too high is lowered to what fits', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const set = (maxTokens: number) =>
    world.chat.calls.conversations.setParameters(
      { id, parameters: parametersShape.parse({ maxTokens }) },
      nobody,
    );
  await set(250_000);
  const text = '文'.repeat(20_000);
  const { remedies, problems, inputTokens, margin } = await check(world, id, text);
  expect(problems).toMatchObject([{ code: 'context-overflow' }]);
  const fits = 262_144 - inputTokens - margin;
  const lower = remedies.find(({ kind }) => kind === 'lower-max-tokens');
  expect(lower).toEqual({ kind: 'lower-max-tokens', maxTokens: fits });
  await set(fits);
  expect(await check(world, id, text)).toMatchObject({ problems: [], tight: false });
});

test('early turns left out or summarised: what is sent is short, and all of it comes back', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  await world.ask(id, long);
  await world.ask(id, 'second');
  const text = '文'.repeat(200_000);
  const found = await check(world, id, text);
  const cut = found.remedies.find(({ kind }) => kind === 'leave-out-turns');
  if (cut?.kind !== 'leave-out-turns') throw new Error('no turns to leave out');
  expect(cut).toMatchObject({ turns: 1 });
  expect(cut.tokens).toBeGreaterThan(150_000);

  await calls.requests.setStart({ id, messageId: cut.messageId }, nobody);
  expect(await check(world, id, text)).toMatchObject({ problems: [], leftOut: 1 });
  await calls.requests.setStart({ id, messageId: null }, nobody);
  expect((await check(world, id, text)).problems).toHaveLength(1);

  world.fake.queue(says(' What was said', ' first. '));
  const { summary } = await calls.requests.summarise({ id, messageId: cut.messageId }, nobody);
  expect(summary).toBe('What was said first.');
  expect(await world.open(id)).toMatchObject({ startId: cut.messageId, startSummary: summary });
  const parameters = parametersShape.parse({ system: 'Be brief.' });
  await calls.conversations.setParameters({ id, parameters }, nobody);
  await world.ask(id, 'third');
  const sent = (await world.fake.seen(4)).body.messages as { role: string; content: string }[];
  expect(sent.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(sent[0]?.content).toMatch(/^Be brief\.[\s\S]*What was said first\.$/);
  expect(sent[1]?.content).toBe('second');
});

test('a second summary is made of the first and of what followed, not of everything again', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  for (const text of ['first', 'second', 'third']) await world.ask(id, text);
  const { messages } = await world.open(id);
  world.fake.queue(says('About the first.'));
  await calls.requests.summarise({ id, messageId: messages[2]?.id ?? '' }, nobody);
  world.fake.queue(says('About both.'));
  await calls.requests.summarise({ id, messageId: messages[4]?.id ?? '' }, nobody);
  const asked = (await world.fake.seen(5)).body.messages as { role: string; content: string }[];
  expect(asked.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(asked[0]?.content).toMatch(/About the first\.$/);
  expect(asked[1]?.content).toBe('second');
  const now = { startId: messages[4]?.id, startSummary: 'About both.' };
  expect(await world.open(id)).toMatchObject(now);

  // a cut that is undone brings back the one before it, with its summary
  const before = { messageId: messages[4]?.id ?? '', summary: 'About both.' };
  const last = await world.ask(id, 'fourth');
  await calls.requests.setStart({ id, messageId: last.parentId }, nobody);
  expect(await world.open(id)).toMatchObject({ startId: last.parentId, startSummary: null });
  await calls.requests.setStart({ id, ...before }, nobody);
  expect(await world.open(id)).toMatchObject(now);
});

test('a summary that is being made ends with stop, and changes nothing', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  await world.ask(id, 'first');
  await world.ask(id, 'second');
  const start = (await world.open(id)).messages[2]?.id ?? '';
  world.fake.queue(() => new Promise(() => undefined));
  const summary = world.chat.calls.requests.summarise({ id, messageId: start }, nobody);
  const seen = await world.fake.seen(3);
  await world.chat.calls.chat.stop({ conversationId: id }, nobody);
  await expect(summary).rejects.toMatchObject({ code: 'cancelled' });
  await seen.closed;
  expect(await world.open(id)).toMatchObject({ startId: null, startSummary: null });
});

test('a refusal of the service is understood the same way, with its own numbers', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  await world.ask(id, 'first '.repeat(3000));
  const message =
    "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (5000 in the messages, 4000 in the completion).";
  world.fake.queue(plain(400, { error: { message, code: 'context_length_exceeded' } }));
  const answer = await world.ask(id, 'second');
  expect(answer.problem).toMatchObject({ code: 'context-overflow' });
  const found = await check(world, id, '', { answerId: answer.id });
  expect(found).toMatchObject({
    inputTokens: 5000,
    margin: 0,
    maxTokens: 4000,
    contextLength: 8192,
    problems: [{ code: 'context-overflow', details: { server: message } }],
  });
  expect(found.remedies).toContainEqual({ kind: 'lower-max-tokens', maxTokens: 3192 });
  expect(found.remedies.map(({ kind }) => kind)).toEqual([
    'lower-max-tokens',
    'other-model',
    'leave-out-turns',
    'summarise',
  ]);
});

test('the ways out of a refusal go by the numbers that its server names, whichever it is', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  await world.ask(id, 'first');
  const message =
    "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 65536 tokens and your request has 63000 input tokens (4096 > 65536 - 63000).";
  world.fake.queue(plain(400, { error: { message, type: 'BadRequestError', code: 400 } }));
  const answer = await world.ask(id, 'second');
  const found = await check(world, id, '', { answerId: answer.id });
  expect(found).toMatchObject({ inputTokens: 63_000, maxTokens: 4096, contextLength: 65_536 });
  expect(found.remedies).toContainEqual({ kind: 'lower-max-tokens', maxTokens: 2536 });
});

test('a refusal for the length that names no limit has ways out as well', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  await world.chat.calls.conversations.setModel({ id, model: 'of-unknown-length' }, nobody);
  await world.ask(id, 'first '.repeat(300));
  world.fake.queue(plain(400, { error: 'the input length exceeds the context length' }));
  const answer = await world.ask(id, 'second');
  const { remedies } = await check(world, id, '', { answerId: answer.id });
  expect(remedies.map(({ kind }) => kind)).toEqual(['leave-out-turns', 'summarise']);
});

test('a model that is gone: the others are offered, and the list is asked for anew', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  await world.chat.calls.conversations.setModel({ id, model: 'beta-7b' }, nobody);
  world.fake.models = plain(200, { data: [{ id: 'of-today' }, { id: 'beta-7b' }] });
  const gone = { message: 'The model `beta-7b` does not exist.', type: 'NotFoundError', code: 404 };
  world.fake.queue(plain(404, { object: 'error', ...gone }));
  const answer = await world.ask(id, 'hello');
  expect(answer.problem).toMatchObject({ code: 'model-gone', details: { model: 'beta-7b' } });
  await world.events.until('genai.changed', ({ models }) =>
    models.some(({ id: listed }) => listed === 'of-today'),
  );
  const { remedies, problems } = await check(world, id, '', { answerId: answer.id });
  expect(problems).toMatchObject([{ code: 'model-gone' }]);
  expect(remedies).toEqual([
    { kind: 'other-model', models: [{ id: 'of-today', contextLength: null }] },
  ]);
});

test('a body past 32 MB says how much to leave out', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  await world.chat.calls.conversations.setModel({ id, model: 'of-unknown-length' }, nobody);
  const half = 'x'.repeat(17 * 1024 * 1024);
  await world.ask(id, half);
  const found = await check(world, id, half);
  expect(found.problems).toMatchObject([
    { code: 'request-too-large', details: { limit: 33_554_432, size: found.bodyBytes } },
  ]);
  expect(found.remedies).toEqual([]);
});

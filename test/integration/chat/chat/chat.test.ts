import { expect, test } from 'vitest';
import {
  begin,
  delta,
  gate,
  plain,
  type Script,
  says,
} from '../../../support/servers/fake-genai.ts';
import {
  attach,
  chatWorld,
  noAttachments,
  noFiles,
  noTools,
} from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';
import { startChat } from '../../../support/worlds/started-chat.ts';
import { startMemoryStorage } from '../../../support/worlds/storage.ts';

const systemId = 'system-1';

/** Streams a first text, waits for the gate, then goes on. */
function paused(first: string, opened: Promise<void>, rest: string): Script {
  return async (response) => {
    begin(response);
    delta(response, { reasoning_content: '\nthinking\n' });
    delta(response, { content: '\n\n' });
    delta(response, { content: first });
    await opened;
    delta(response, { content: rest }, 'stop');
    response.end('data: [DONE]\n\n');
  };
}

test('a turn: the message, the streamed answer, its facts, and all of it after a restart', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const answer = await world.ask(id, '# What is\nthis?');

  expect(answer).toMatchObject({
    role: 'assistant',
    content: 'Hello there.',
    state: 'complete',
    finishReason: 'stop',
    model: 'alpha3.6-35b',
    usage: { inputTokens: 7, outputTokens: 2 },
    problem: null,
  });
  const before = await world.open(id);
  expect(before.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(before).toMatchObject({ title: 'What is this?', leafId: answer.id });

  const again = await world.restart();
  const after = await again.calls.conversations.open({ id }, nobody);
  expect(after.messages).toEqual(before.messages);
  expect(await again.calls.conversations.snapshot({ systemId }, nobody)).toEqual([
    expect.objectContaining({ id, title: 'What is this?', streaming: false }),
  ]);
});

test('the branch is sent without reasoning, with the turns before it', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(paused('an', Promise.resolve(), 'swer'));
  await world.ask(id, 'one');
  await world.ask(id, 'two');
  const last = await world.fake.seen(2);
  expect(last.body.messages).toEqual([
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'answer' },
    { role: 'user', content: 'two' },
  ]);
});

test('windows that attach at any moment see the same, nothing lost, nothing twice', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const texts = Array.from({ length: 400 }, (_, at) => `${at} `);
  const opened = gate();
  world.fake.queue(async (response) => {
    begin(response);
    for (const [at, text] of texts.entries()) {
      delta(response, { content: text });
      if (at % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await opened.opened;
    delta(response, { content: 'end' }, 'stop');
    response.end('data: [DONE]\n\n');
  });
  const first = await world.open(id);
  const { answerId } = await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  const snapshots = [first];
  let received = '';
  while (received !== texts.join('')) {
    const snapshot = await world.open(id);
    snapshots.push(snapshot);
    received = snapshot.messages.find((message) => message.id === answerId)?.content ?? '';
  }
  opened.open();
  await world.ended(answerId);
  snapshots.push(await world.open(id));

  for (const snapshot of snapshots) {
    const { messages, numbers } = attach(snapshot, world.events.all);
    expect(messages.get(answerId)).toMatchObject({
      content: `${texts.join('')}end`,
      state: 'complete',
    });
    expect(numbers).toEqual(numbers.map((_, at) => snapshot.sequence + 1 + at));
  }
  expect(snapshots.length).toBeGreaterThan(3);
  // 400 chunks, far fewer events: they are merged.
  expect(world.events.of('chat.delta').length).toBeLessThan(200);
});

test('stopping keeps what came; reasoning and answer lose their meaningless blank lines', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(paused('half', new Promise(() => undefined), ''));
  const { answerId } = await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  await world.events.until('chat.delta', ({ content }) => content.includes('half'));
  expect((await world.chat.calls.conversations.snapshot({ systemId }, nobody))[0]?.streaming).toBe(
    true,
  );

  await world.chat.calls.chat.stop({ conversationId: id }, nobody);
  const answer = await world.ended(answerId);
  expect(answer).toMatchObject({
    state: 'stopped',
    content: 'half',
    reasoning: 'thinking\n',
    problem: null,
  });
  expect(answer.firstByteAt).not.toBeNull();
  expect(answer.contentAt).not.toBeNull();
  await (await world.fake.seen(1)).closed;
  expect(await world.database.all({ sql: 'SELECT * FROM journal' })).toEqual([]);
});

test('one turn a conversation, several conversations at once', async () => {
  await using world = await chatWorld();
  const opened = gate();
  const [one, two] = [await world.conversation(), await world.conversation()];
  world.fake.queue(paused('1', opened.opened, '.'), paused('2', opened.opened, '.'));
  const first = world.chat.calls.chat.send({ conversationId: one, text: 'a' }, nobody);
  const refused = world.chat.calls.chat.send({ conversationId: one, text: 'b' }, nobody);
  await expect(refused).rejects.toMatchObject({ code: 'turn-running' });
  const { answerId } = await first;
  await expect(
    world.chat.calls.chat.regenerate({ messageId: answerId }, nobody),
  ).rejects.toMatchObject({
    code: 'turn-running',
  });
  const second = await world.chat.calls.chat.send({ conversationId: two, text: 'c' }, nobody);
  await world.fake.seen(2);
  opened.open();
  expect((await world.ended(answerId)).content).toMatch(/^[12]\.$/);
  expect((await world.ended(second.answerId)).content).toMatch(/^[12]\.$/);
  expect((await world.open(one)).messages).toHaveLength(2);
});

test('regenerating makes a branch: the old answer stays, the new one is the leaf', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const old = await world.ask(id, 'question');
  world.fake.queue(says('another'));
  const { answerId } = await world.chat.calls.chat.regenerate({ messageId: old.id }, nobody);
  expect((await world.ended(answerId)).content).toBe('another');

  const { messages, leafId } = await world.open(id);
  expect(leafId).toBe(answerId);
  expect(messages).toHaveLength(3);
  expect(messages[2]?.parentId).toBe(old.parentId);
  expect((await world.fake.seen(2)).body.messages).toEqual([{ role: 'user', content: 'question' }]);

  await world.ask(id, 'more');
  expect((await world.fake.seen(3)).body.messages).toEqual([
    { role: 'user', content: 'question' },
    { role: 'assistant', content: 'another' },
    { role: 'user', content: 'more' },
  ]);
});

test('a refusal fails the answer with the words of the server; the next message works', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(plain(401, { error: 'Unauthorized' }));
  expect(await world.ask(id, 'first')).toMatchObject({
    state: 'failed',
    content: '',
    problem: { code: 'gateway-refused', details: { server: 'Unauthorized' } },
  });
  expect(await world.ask(id, 'second')).toMatchObject({ state: 'complete' });
  expect((await world.fake.seen(2)).body.messages).toEqual([
    { role: 'user', content: 'first\n\nsecond' },
  ]);
});

test('a connection that breaks interrupts the answer and keeps its text', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue((response) => {
    begin(response);
    delta(response, { content: 'part' });
    response.end();
  });
  expect(await world.ask(id, 'go')).toMatchObject({
    state: 'interrupted',
    content: 'part',
    problem: { code: 'stream-interrupted', retryable: true },
  });
});

test('a message that cannot fit is refused before anything is stored', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const text = '文'.repeat(400_000);
  await expect(
    world.chat.calls.chat.send({ conversationId: id, text }, nobody),
  ).rejects.toMatchObject({
    code: 'context-overflow',
    details: { contextLength: 262_144, maxTokens: 32_768 },
  });
  expect((await world.open(id)).messages).toEqual([]);
  expect(await world.ask(id, 'short')).toMatchObject({ state: 'complete' });
});

test('removing takes a conversation out, restoring brings it back, a restart purges it', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  await world.ask(id, 'go');
  const list = () => world.chat.calls.conversations.snapshot({ systemId }, nobody);
  await world.chat.calls.conversations.remove({ id }, nobody);
  expect(await list()).toEqual([]);
  expect(world.events.of('conversations.removed')).toEqual([{ id, systemId }]);
  await expect(world.open(id)).rejects.toMatchObject({ code: 'not-found' });

  await world.chat.calls.conversations.restore({ id }, nobody);
  expect(await list()).toHaveLength(1);
  expect((await world.open(id)).messages).toHaveLength(2);

  await world.chat.calls.conversations.remove({ id }, nobody);
  await world.restart();
  expect(await world.database.all({ sql: 'SELECT id FROM messages' })).toEqual([]);
  await expect(world.chat.calls.conversations.restore({ id }, nobody)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('removing a conversation stops its turn', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(paused('half', new Promise(() => undefined), ''));
  await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  const seen = await world.fake.seen(1);
  await world.chat.calls.conversations.remove({ id }, nobody);
  await seen.closed;
});

test('a title given by the user stays, and the model can be changed', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  await world.chat.calls.conversations.rename({ id, title: 'Mine' }, nobody);
  await world.chat.calls.conversations.setModel({ id, model: 'beta-k3' }, nobody);
  await world.ask(id, 'words');
  expect(await world.open(id)).toMatchObject({ title: 'Mine', model: 'beta-k3' });
  expect((await world.fake.seen(1)).body.model).toBe('beta-k3');
});

test('a conversation without a model asks the first one of the live list', async () => {
  await using world = await chatWorld();
  const { id } = await world.chat.calls.conversations.create({ systemId, model: null }, nobody);
  expect(await world.ask(id, 'go')).toMatchObject({ model: 'alpha3.6-35b' });
});

test('closing ends a running turn as interrupted, with everything received', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(paused('half', new Promise(() => undefined), ''));
  const { answerId } = await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  await world.events.until('chat.delta', ({ content }) => content.includes('half'));
  await world.chat.close();
  const again = await world.restart();
  const { messages } = await again.calls.conversations.open({ id }, nobody);
  expect(messages.find((message) => message.id === answerId)).toMatchObject({
    state: 'interrupted',
    content: 'half',
    problem: { code: 'stream-interrupted', details: { reason: 'closed' } },
  });
  await expect(
    world.chat.calls.chat.send({ conversationId: id, text: 'more' }, nobody),
  ).rejects.toMatchObject({ code: 'cancelled' });
});

test('regenerating below a message of the user answers that message', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const { parentId } = await world.ask(id, 'question');
  const input = { messageId: parentId ?? '' };
  const { answerId } = await world.chat.calls.chat.regenerate(input, nobody);
  expect(await world.ended(answerId)).toMatchObject({ parentId, state: 'complete' });
});

test('a system that is forgotten takes its conversations along, running ones too', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(paused('half', new Promise(() => undefined), ''));
  await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  const seen = await world.fake.seen(1);
  await world.chat.forget(systemId);
  await seen.closed;
  expect(await world.chat.calls.conversations.snapshot({ systemId }, nobody)).toEqual([]);
});

test('an answer that the database does not take is shown whole, and told to the log', async () => {
  await using world = await chatWorld();
  const { systems, genai, database, events, log } = world;
  let full = false;
  const chat = await startChat({
    openMemory: startMemoryStorage,
    tools: noTools,
    attachments: noAttachments,
    files: noFiles,
    systems,
    genai,
    emit: events.emit,
    log,
    database: {
      ...database,
      run: (...statements) =>
        full ? Promise.reject(new Error('disk full')) : database.run(...statements),
    },
  });
  const opened = gate();
  world.fake.queue(paused('whole', opened.opened, ' answer'));
  const { id } = await chat.calls.conversations.create({ systemId, model: 'alpha3.6-35b' }, nobody);
  const { answerId } = await chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  await events.until('chat.delta', ({ content }) => content.includes('whole'));
  full = true;
  opened.open();
  expect(await world.ended(answerId)).toMatchObject({ state: 'complete', content: 'whole answer' });
  const { messages } = await chat.calls.conversations.open({ id }, nobody);
  expect(messages.at(-1)).toMatchObject({ id: answerId, content: 'whole answer' });
  expect(log.text()).toContain('disk full');
  expect(log.text()).not.toContain('whole answer');
  await chat.close();
});

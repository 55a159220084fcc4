import { expect, test } from 'vitest';
import { begin, delta, gate, plain, type Script } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const held =
  (opened: Promise<void>): Script =>
  async (response) => {
    begin(response);
    delta(response, { content: 'slow' });
    await opened;
    delta(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  };

/** A conversation in which an answer streams until `open` is called. */
async function streaming(world: ChatWorld, conversationId: string, text: string) {
  const { opened, open } = gate();
  world.fake.queue(held(opened));
  const { answerId } = await world.chat.calls.chat.send({ conversationId, text }, nobody);
  return { answerId, open };
}

const textsOf = async (world: ChatWorld, id: string): Promise<string[]> =>
  (await world.open(id)).queued.map(({ text }) => text);

test('a queued message is sent on the branch it was written for, whatever is on screen', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const other = await world.ask(id, 'another branch');
  const question = other.parentId ?? '';
  const { opened, open } = gate();
  world.fake.queue(held(opened));
  const { answerId } = await calls.chat.edit({ messageId: question, text: 'this branch' }, nobody);
  await calls.chat.queue({ conversationId: id, text: 'first' }, nobody);
  await calls.chat.queue({ conversationId: id, text: 'second' }, nobody);
  await calls.branches.show({ messageId: other.id }, nobody);
  open();
  const last = await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.depth === 5 && message.state === 'complete',
  );
  const { messages, leafId, queued } = await world.open(id);
  const first = messages.find(({ content }) => content === 'first');
  const second = messages.find(({ content }) => content === 'second');
  expect(first?.parentId).toBe(answerId);
  expect(messages.find(({ id: one }) => one === second?.parentId)?.parentId).toBe(first?.id);
  expect(last.message.parentId).toBe(second?.id);
  expect(queued).toEqual([]);
  // who looks at the other branch stays there
  expect(leafId).toBe(other.id);
});

test('a queued message asks the models that were chosen, and what follows goes on with the answer on screen', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const { answerId, open } = await streaming(world, id, 'go');
  const models = ['alpha3.6-35b', 'beta-k3'];
  const queued = await calls.chat.queue({ conversationId: id, text: 'compare', models }, nobody);
  await calls.chat.queue({ conversationId: id, text: 'go on' }, nobody);
  expect((await world.open(id)).queued).toMatchObject([{ id: queued.id, models }, {}]);
  // it is still known after a restart, and after the words were changed
  const better = { conversationId: id, queuedId: queued.id, text: 'compare them' };
  await calls.chat.editQueued(better, nobody);
  expect((await world.open(id)).queued[0]).toMatchObject({ text: 'compare them', models });
  open();
  await world.ended(answerId);
  await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.depth === 5 && message.state === 'complete',
  );
  const { messages } = await world.open(id);
  const compared = messages.filter(({ depth }) => depth === 3);
  expect(compared.map(({ model }) => model)).toEqual(models);
  expect(messages.find(({ content }) => content === 'go on')?.parentId).toBe(compared[0]?.id);
  expect(messages.filter(({ depth }) => depth === 5).map(({ model }) => model)).toEqual([
    'alpha3.6-35b',
  ]);
});

test('what waits can be put in another order, changed and taken back as a whole', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const { opened, open } = gate();
  world.fake.queue(async (response, request) => {
    await opened;
    await plain(401, { error: 'Unauthorized' })(response, request);
  });
  const { answerId } = await calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three']) {
    ids.push((await calls.chat.queue({ conversationId: id, text }, nobody)).id);
  }
  const [one = '', two = '', three = ''] = ids;
  await calls.chat.orderQueue({ conversationId: id, queuedIds: [three, one, two] }, nobody);
  expect(await textsOf(world, id)).toEqual(['three', 'one', 'two']);
  // one that has been sent meanwhile, or came later, spoils nothing
  await calls.chat.orderQueue({ conversationId: id, queuedIds: ['gone', two] }, nobody);
  expect(await textsOf(world, id)).toEqual(['two', 'three', 'one']);

  await calls.chat.editQueued({ conversationId: id, queuedId: one, text: 'better' }, nobody);
  const lost = calls.chat.editQueued({ conversationId: id, queuedId: 'gone', text: 'x' }, nobody);
  await expect(lost).rejects.toMatchObject({ code: 'not-found' });
  open();
  await world.ended(answerId);

  const again = await world.restart();
  const kept = await again.calls.conversations.open({ id }, nobody);
  expect(kept.queued.map(({ text }) => text)).toEqual(['two', 'three', 'better']);
  expect(await again.calls.chat.emptyQueue({ conversationId: id }, nobody)).toMatchObject([
    { text: 'two' },
    { text: 'three' },
    { text: 'better' },
  ]);
  expect((await again.calls.conversations.open({ id }, nobody)).queued).toEqual([]);
});

test('taking all back takes all or nothing: what cannot be taken takes no other with it', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const { answerId, open } = await streaming(world, id, 'go');
  for (const text of ['one', 'two', 'three']) {
    await calls.chat.queue({ conversationId: id, text }, nobody);
  }
  await world.database.run({
    sql: `CREATE TRIGGER stays BEFORE DELETE ON queued_messages WHEN old.text = 'two'
      BEGIN SELECT RAISE(ABORT, 'not now'); END`,
  });
  await expect(calls.chat.emptyQueue({ conversationId: id }, nobody)).rejects.toThrow();
  expect(await textsOf(world, id)).toEqual(['one', 'two', 'three']);
  await world.database.run({ sql: 'DROP TRIGGER stays' });
  expect(await calls.chat.emptyQueue({ conversationId: id }, nobody)).toMatchObject([
    { text: 'one' },
    { text: 'two' },
    { text: 'three' },
  ]);
  open();
  await world.ended(answerId);
});

test('a message queued in a conversation without messages, or for a branch that is gone, is sent all the same', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  await calls.chat.queue({ conversationId: id, text: 'alone' }, nobody);
  await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.depth === 1 && message.state === 'complete',
  );
  expect((await world.open(id)).messages[0]).toMatchObject({ content: 'alone', parentId: null });
  const { open } = await streaming(world, id, 'go');
  open();
});

test('a queued message that is being edited is not sent, keeps its words over a restart, and goes on its way when they are saved', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const { answerId, open } = await streaming(world, id, 'go');
  const queued = await calls.chat.queue({ conversationId: id, text: 'first' }, nobody);
  await calls.chat.queue({ conversationId: id, text: 'second' }, nobody);
  const edit = { conversationId: id, queuedId: queued.id };
  await calls.chat.editQueued({ ...edit, text: 'half a', saved: false }, nobody);
  open();
  await world.ended(answerId);
  await expect.poll(async () => (await world.open(id)).streaming).toBe(false);
  expect((await world.open(id)).queued).toMatchObject([
    { text: 'first', edit: 'half a' },
    { text: 'second', edit: null },
  ]);

  const again = await world.restart();
  expect((await again.calls.conversations.open({ id }, nobody)).queued).toMatchObject([
    { text: 'first', edit: 'half a' },
    { text: 'second', edit: null },
  ]);
  await again.calls.chat.editQueued({ ...edit, text: 'half a loaf' }, nobody);
  await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.depth === 5 && message.state === 'complete',
  );
  const { messages, queued: left } = await again.calls.conversations.open({ id }, nobody);
  expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
    'go',
    'half a loaf',
    'second',
  ]);
  expect(left).toEqual([]);
});

test('an edit of a queued message that is given up lets it go; taken back or sent by the user it says the last words', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const { answerId, open } = await streaming(world, id, 'go');
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three']) {
    ids.push((await calls.chat.queue({ conversationId: id, text }, nobody)).id);
  }
  const write = (queuedId: string | undefined, text: string) =>
    calls.chat.editQueued(
      { conversationId: id, queuedId: queuedId ?? '', text, saved: false },
      nobody,
    );
  await write(ids[0], 'one and');
  await write(ids[1], 'two and a half');
  await write(ids[2], 'three and');
  const taken = await calls.chat.unqueue({ conversationId: id, queuedId: ids[2] ?? '' }, nobody);
  expect(taken.text).toBe('three and');
  open();
  await world.ended(answerId);
  // what it said before: nothing of the edit is left, and it is sent by itself
  await write(ids[0], 'one');
  await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.depth === 3 && message.state === 'complete',
  );
  await expect.poll(async () => (await world.open(id)).streaming).toBe(false);
  expect(await textsOf(world, id)).toEqual(['two']);
  const sent = await calls.chat.sendQueued({ conversationId: id }, nobody);
  await world.ended(sent.answerId);
  const { messages } = await world.open(id);
  expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
    'go',
    'one',
    'two and a half',
  ]);
  await expect(write(ids[1], 'too late')).rejects.toMatchObject({ code: 'not-found' });
});

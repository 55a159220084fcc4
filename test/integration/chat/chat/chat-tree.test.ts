import { expect, test } from 'vitest';
import {
  begin,
  delta,
  gate,
  plain,
  type Script,
  says,
} from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';

async function userOf(world: ChatWorld, answerId: string): Promise<string> {
  const { messages } = await world.open(
    (await world.chat.calls.branches.locate({ messageId: answerId }, nobody)).conversationId,
  );
  return messages.find(({ id }) => id === answerId)?.parentId ?? '';
}

const cut: Script = (response) => {
  begin(response);
  delta(response, { content: 'Hello wor' });
  response.end();
};

test('editing a message makes a branch; branches can be switched, listed and drawn', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const first = await world.ask(id, 'old words');
  const second = await world.ask(id, 'below');
  const question = await userOf(world, first.id);

  world.fake.queue(says('new answer'));
  const edited = await calls.chat.edit({ messageId: question, text: 'new words' }, nobody);
  await world.ended(edited.answerId);
  expect((await world.fake.seen(3)).body.messages).toEqual([
    { role: 'user', content: 'new words' },
  ]);

  const open = await world.open(id);
  expect(open.leafId).toBe(edited.answerId);
  expect(open.messages).toHaveLength(6);
  const page = { conversationId: id, start: 0, count: 10 };
  expect((await calls.branches.page(page, nobody)).siblings).toMatchObject({
    [edited.messageId]: [question, edited.messageId],
  });

  expect(await calls.branches.show({ messageId: question }, nobody)).toEqual({ leafId: second.id });
  expect((await world.open(id)).leafId).toBe(second.id);
  expect(world.events.of('conversations.changed').at(-1)?.leafId).toBe(second.id);
  await world.ask(id, 'more');
  expect((await world.fake.seen(4)).body.messages).toMatchObject([
    { content: 'old words' },
    {},
    { content: 'below' },
    {},
    { content: 'more' },
  ]);

  const tree = await calls.tree.snapshot({ conversationId: id }, nobody);
  expect(tree.map(({ depth, beginning }) => [depth, beginning])).toContainEqual([0, 'new words']);
  expect(tree.filter(({ parentId }) => parentId === null)).toHaveLength(2);
});

test('an answer of the server cannot be edited', async () => {
  await using world = await chatWorld();
  const answer = await world.ask(await world.conversation(), 'a');
  const edit = world.chat.calls.chat.edit({ messageId: answer.id, text: 'b' }, nobody);
  await expect(edit).rejects.toMatchObject({ code: 'not-found' });
});

test('stretches of a branch, by depth, with the alternatives of their messages', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  for (const text of ['a', 'b', 'c']) await world.ask(id, text);
  const { messages, leafId } = await world.open(id);
  const whole = await calls.branches.page({ conversationId: id, start: 0, count: 100 }, nobody);
  expect(whole).toEqual({ messages, start: 0, total: 6, siblings: {}, together: {} });
  const middle = await calls.branches.page({ conversationId: id, start: 2, count: 3 }, nobody);
  expect(middle.messages).toEqual(messages.slice(2, 5));

  const again = await calls.chat.regenerate({ messageId: leafId ?? '' }, nobody);
  await world.ended(again.answerId);
  const end = await calls.conversations.openEnd({ id, count: 2 }, nobody);
  expect(end.page).toEqual({
    start: 4,
    total: 6,
    siblings: { [again.answerId]: [leafId, again.answerId] },
    together: {},
  });
  expect(end.conversation.messages.map(({ content }) => content)).toEqual(['c', 'Hello there.']);
  const old = await calls.branches.page(
    { conversationId: id, leafId: leafId ?? '', start: 5, count: 9 },
    nobody,
  );
  expect(old.messages.map((message) => message.id)).toEqual([leafId]);

  expect(await calls.branches.locate({ messageId: leafId ?? '' }, nobody)).toEqual({
    conversationId: id,
    leafId,
    depth: 5,
  });
  const fifth = messages[4]?.id ?? '';
  expect(await calls.branches.locate({ messageId: fifth }, nobody)).toMatchObject({
    leafId: again.answerId,
    depth: 4,
  });
});

test('the end of a running conversation is opened with what has been told so far', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const opened = gate();
  world.fake.queue(async (response) => {
    begin(response);
    delta(response, { content: 'half' });
    await opened.opened;
    delta(response, { content: ' and half' }, 'stop');
    response.end('data: [DONE]\n\n');
  });
  const { answerId } = await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  const { sequence } = await world.events.until('chat.delta', ({ content }) => content === 'half');
  const { conversation } = await world.chat.calls.conversations.openEnd({ id, count: 1 }, nobody);
  expect(conversation).toMatchObject({
    streaming: true,
    sequence,
    messages: [{ id: answerId, content: 'half' }],
  });
  opened.open();
  await world.ended(answerId);
});

test.each(['interrupted', 'length'])(
  'an answer that was cut (%s) goes on below itself',
  async (how) => {
    await using world = await chatWorld();
    const id = await world.conversation();
    world.fake.queue(
      how === 'interrupted'
        ? cut
        : (response) => {
            begin(response);
            delta(response, { content: 'Hello wor' }, 'length');
            response.end('data: [DONE]\n\n');
          },
      says('\nld'),
    );
    const part = await world.ask(id, 'go');
    const { answerId } = await world.chat.calls.chat.resume({ messageId: part.id }, nobody);
    expect(await world.ended(answerId)).toMatchObject({
      parentId: part.id,
      content: '\nld',
      depth: 2,
    });
    const asked = (await world.fake.seen(2)).body.messages as { role: string; content: string }[];
    expect(asked.slice(0, 2)).toEqual([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: 'Hello wor' },
    ]);
    expect(asked[2]?.role).toBe('user');

    await world.ask(id, 'next');
    expect((await world.fake.seen(3)).body.messages).toEqual([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: 'Hello wor\nld' },
      { role: 'user', content: 'next' },
    ]);
    // Another answer than the one that went on answers the question itself.
    const again = await world.chat.calls.chat.regenerate({ messageId: answerId }, nobody);
    expect((await world.ended(again.answerId)).parentId).toBe(part.parentId);
  },
);

test('an interrupted answer without any text is asked for again', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(plain(500, { error: 'no' }));
  const empty = await world.ask(id, 'go');
  const { answerId } = await world.chat.calls.chat.resume({ messageId: empty.id }, nobody);
  expect(await world.ended(answerId)).toMatchObject({
    parentId: empty.parentId,
    content: 'Hello there.',
  });
});

test('two models answer the same message side by side', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const models = ['alpha3.6-35b', 'beta-k3'];
  const both: Script = says('answer');
  world.fake.queue(both, both);
  const begun = await world.chat.calls.chat.send(
    { conversationId: id, text: 'go', models },
    nobody,
  );
  const answers = await Promise.all(begun.answerIds.map(world.ended));
  expect(answers.map(({ model, parentId }) => [model, parentId])).toEqual(
    models.map((model) => [model, begun.messageId]),
  );
  expect((await world.open(id)).leafId).toBe(begun.answerId);
  const asked = world.fake.requests
    .filter(({ path }) => path.endsWith('completions'))
    .map(({ body }) => body.model);
  expect(asked.sort()).toEqual(models);
});

test('a fork has the branch up to its message, a duplicate has everything', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const first = await world.ask(id, 'one');
  await world.ask(id, 'two');
  await world.ended((await calls.chat.regenerate({ messageId: first.id }, nobody)).answerId);
  await calls.conversations.rename({ id, title: 'Mine' }, nobody);
  await calls.conversations.organise({ id, tags: ['t'] }, nobody);

  const fork = await calls.conversations.fork({ messageId: first.id }, nobody);
  const forked = await world.open(fork.id);
  expect(forked.messages.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'one'],
    ['assistant', 'Hello there.'],
  ]);
  expect(forked).toMatchObject({
    title: 'Mine',
    tags: ['t'],
    leafId: forked.messages[1]?.id,
    model: 'alpha3.6-35b',
  });
  await world.ask(fork.id, 'three');
  expect((await world.fake.seen(4)).body.messages).toMatchObject([
    { content: 'one' },
    {},
    { content: 'three' },
  ]);

  const copy = await calls.conversations.duplicate({ id }, nobody);
  const [source, copied] = [await world.open(id), await world.open(copy.id)];
  const shape = ({ messages }: typeof source) =>
    messages.map((message) => [
      message.content,
      message.depth,
      messages.findIndex(({ id }) => id === message.parentId),
      message.usage,
    ]);
  expect(shape(copied)).toEqual(shape(source));
  const place = ({ messages, leafId }: typeof source) =>
    messages.findIndex(({ id }) => id === leafId);
  expect(place(copied)).toBe(place(source));
  expect(await calls.conversations.snapshot({ systemId }, nobody)).toHaveLength(3);
});

test('what lies far up a branch is reached without going up the whole of it, whatever branches lie beside', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const conversationId = await world.conversation();
  const at = new Date(0).toISOString();
  const put = (id: string, parentId: string | null, depth: number) => ({
    sql: `INSERT INTO messages (id, conversation_id, parent_id, depth, role, content, reasoning, state, created_at)
      VALUES (?, ?, ?, ?, 'user', ?, '', 'complete', ?)`,
    params: [id, conversationId, parentId, depth, id, at],
  });
  const length = 60;
  const main = Array.from({ length }, (_, depth) =>
    put(`m${depth}`, depth === 0 ? null : `m${depth - 1}`, depth),
  );
  // another branch beside the depths 11 to 30, and one beside the end
  const beside = Array.from({ length: 20 }, (_, step) =>
    put(`b${11 + step}`, step === 0 ? 'm10' : `b${10 + step}`, 11 + step),
  );
  await world.database.run(...main, ...beside, put('e59', 'm58', 59), {
    sql: 'UPDATE conversations SET leaf_id = ? WHERE id = ?',
    params: ['m59', conversationId],
  });
  const stretch = async (leafId: string, start: number, count: number) => {
    const page = await calls.branches.page({ conversationId, leafId, start, count }, nobody);
    return page.messages.map(({ id }) => id);
  };
  const names = (letter: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, step) => `${letter}${from + step}`);

  expect(await stretch('m59', 0, length)).toEqual(names('m', 0, length));
  expect(await stretch('m59', 8, 8)).toEqual(names('m', 8, 16));
  expect(await stretch('b30', 8, 8)).toEqual([...names('m', 8, 11), ...names('b', 11, 16)]);
  expect(await stretch('b30', 25, 40)).toEqual(names('b', 25, 31));
  expect(await stretch('e59', 57, 5)).toEqual(['m57', 'm58', 'e59']);
  const placeOf = (messageId: string) => calls.branches.locate({ messageId }, nobody);
  expect(await placeOf('m12')).toEqual({ conversationId, leafId: 'm59', depth: 12 });
  expect(await placeOf('b12')).toEqual({ conversationId, leafId: 'b30', depth: 12 });

  // where the way up is broken, it was not gone
  await world.database.run({ sql: "UPDATE messages SET parent_id = NULL WHERE id = 'm50'" });
  expect(await stretch('m59', 2, 5)).toEqual(names('m', 2, 7));
  expect(await stretch('m59', 20, 5)).toEqual(names('m', 20, 25));
  expect(await placeOf('m12')).toEqual({ conversationId, leafId: 'm59', depth: 12 });
});

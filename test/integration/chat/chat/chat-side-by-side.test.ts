import { expect, test } from 'vitest';
import { begin, delta, says } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const models = ['alpha3.6-35b', 'beta-k3'];

test('answers asked for together stand side by side; one asked for again takes the place in its column', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const { answerIds } = await world.chat.calls.chat.send(
    { conversationId: id, text: 'hello', models },
    nobody,
  );
  await Promise.all(answerIds.map(world.ended));
  const { answerId } = await world.chat.calls.chat.regenerate(
    { messageId: answerIds[0] ?? '' },
    nobody,
  );
  await world.ended(answerId);
  const { messages } = await world.open(id);
  const momentOf = (message: string) => messages.find((one) => one.id === message)?.createdAt;
  expect(answerIds.map((one) => messages.find((message) => message.id === one)?.model)).toEqual(
    models,
  );
  expect(momentOf(answerIds[1] ?? '')).toBe(momentOf(answerIds[0] ?? ''));
  expect(momentOf(answerId)).not.toBe(momentOf(answerIds[0] ?? ''));

  const [alpha = '', beta = ''] = answerIds;
  const shown = async (messageId?: string) => {
    if (messageId !== undefined) await world.chat.calls.branches.show({ messageId }, nobody);
    return (await world.chat.calls.conversations.openEnd({ id, count: 50 }, nobody)).page;
  };
  // the new one is on the branch, and the comparison is still there
  expect(await shown()).toMatchObject({
    together: { [answerId]: [answerId, beta] },
    again: { [answerId]: [alpha, answerId] },
  });
  const page = await shown(beta);
  expect(page.siblings[beta]).toHaveLength(3);
  expect(page.together).toEqual({ [beta]: [answerId, beta] });
  // the one before is there again when it is wanted
  expect(await shown(alpha)).toMatchObject({
    together: { [alpha]: [alpha, beta] },
    again: { [alpha]: [alpha, answerId] },
  });

  // one of a model that has no column stands by itself
  const other = { messageId: alpha, models: ['gamma-1'] };
  const alone = await world.chat.calls.chat.regenerate(other, nobody);
  await world.ended(alone.answerId);
  expect((await shown()).together).toEqual({});
  // and asked of both once more, there are two new columns, with nothing of the old ones
  const both = await world.chat.calls.chat.regenerate({ messageId: alpha, models }, nobody);
  await Promise.all(both.answerIds.map(world.ended));
  const anew = await shown();
  expect(anew.together).toEqual({ [both.answerId]: both.answerIds });
  expect(anew.again).toBeUndefined();
});

test('one of the answers asked for together is stopped alone: the others go on', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const ends: (() => void)[] = [];
  for (const text of ['first', 'second']) {
    world.fake.queue((response) => {
      begin(response);
      delta(response, { content: text });
      ends.push(() => {
        delta(response, {}, 'stop');
        response.end('data: [DONE]\n\n');
      });
    });
  }
  const { answerIds } = await world.chat.calls.chat.send(
    { conversationId: id, text: 'hello', models },
    nobody,
  );
  for (const text of ['first', 'second']) {
    await world.events.until('chat.delta', ({ content }) => content === text);
  }
  const [one = '', other = ''] = answerIds;
  await world.chat.calls.chat.stop({ conversationId: id, messageId: one }, nobody);
  expect((await world.ended(one)).state).toBe('stopped');
  for (const end of ends) end();
  expect((await world.ended(other)).state).toBe('complete');
  // one that has ended is not stopped again
  await world.chat.calls.chat.stop({ conversationId: id, messageId: other }, nobody);
});

test('a window that opens meanwhile gets the answers beside the branch as far as they are', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const ends: (() => void)[] = [];
  const slow = (text: string) =>
    world.fake.queue((response) => {
      begin(response);
      delta(response, { content: text });
      ends.push(() => {
        delta(response, {}, 'stop');
        response.end('data: [DONE]\n\n');
      });
    });
  slow('first');
  slow('second');
  const { answerIds } = await world.chat.calls.chat.send(
    { conversationId: id, text: 'hello', models },
    nobody,
  );
  for (const answer of answerIds) {
    await world.events.until('chat.delta', ({ messageId }) => messageId === answer);
  }
  const opened = await world.chat.calls.conversations.openEnd({ id, count: 50 }, nobody);
  expect(opened.conversation.messages.map((message) => message.id)).toContain(answerIds[0]);
  expect(opened.running).toMatchObject([{ id: answerIds[1], state: 'streaming' }]);
  expect(opened.running[0]?.content).toMatch(/^(first|second)$/);
  for (const end of ends) end();
  await Promise.all(answerIds.map(world.ended));
  expect((await world.chat.calls.conversations.openEnd({ id, count: 50 }, nobody)).running).toEqual(
    [],
  );
});

test('the draft of a conversation that has not begun is kept per system, also over a restart', async () => {
  await using world = await chatWorld();
  const systemId = 'system-1';
  expect(await world.chat.calls.newDraft.snapshot({ systemId }, nobody)).toMatchObject({
    draft: '',
    attachments: [],
  });
  await world.chat.calls.newDraft.set({ systemId, draft: 'half' }, nobody);
  await world.chat.calls.newDraft.set({ systemId, draft: 'half a thought' }, nobody);
  const again = await world.restart();
  expect(await again.calls.newDraft.snapshot({ systemId }, nobody)).toMatchObject({
    draft: 'half a thought',
    attachments: [],
  });
  expect(await again.calls.newDraft.snapshot({ systemId: 'other' }, nobody)).toMatchObject({
    draft: '',
    attachments: [],
  });
  await again.calls.newDraft.set({ systemId, draft: '' }, nobody);
  expect(await world.chat.calls.newDraft.snapshot({ systemId }, nobody)).toMatchObject({
    draft: '',
    attachments: [],
  });
});

test('what a conversation is to begin with is kept beside its draft, and outlives that', async () => {
  await using world = await chatWorld();
  const systemId = 'system-1';
  const { newDraft } = world.chat.calls;
  const now = async (chat = world.chat) => {
    const { draft, asking } = await chat.calls.newDraft.snapshot({ systemId }, nobody);
    return [draft, asking?.model, asking?.parameters.system];
  };
  expect(await now()).toEqual(['', undefined, undefined]);
  const asking = (system: string) => ({ model: 'beta', parameters: { system } });
  await newDraft.set({ systemId, asking: asking('Be brief.') }, nobody);
  await newDraft.set({ systemId, draft: 'half' }, nobody);
  expect(await now()).toEqual(['half', 'beta', 'Be brief.']);
  await newDraft.set({ systemId, draft: '' }, nobody);
  expect(await now(await world.restart())).toEqual(['', 'beta', 'Be brief.']);
  await newDraft.set({ systemId, draft: 'half', asking: asking('') }, nobody);
  expect(await now()).toEqual(['half', 'beta', '']);
  // nothing of it for a temporary conversation
  await newDraft.forget({ systemId }, nobody);
  expect(await now()).toEqual(['', undefined, undefined]);
});

test('where the user wants it, the model names a conversation after its first answer', async () => {
  await using world = await chatWorld({ titledByModel: true });
  const id = await world.conversation();
  world.fake.queue(says('The moon.'), says('"Tides explained"'));
  await world.ask(id, 'What makes the tides?');
  await world.events.until('conversations.changed', ({ title }) => title === 'Tides explained');
  world.fake.queue(says('Twice a day.'));
  await world.ask(id, 'How often?');
  expect(world.fake.requests.filter(({ path }) => path.endsWith('/completions'))).toHaveLength(3);
  expect((await world.open(id)).title).toBe('Tides explained');
});

test('a title that the user gave meanwhile stays, and so do the first words when naming fails', async () => {
  await using world = await chatWorld({ titledByModel: true });
  const named = await world.conversation();
  await world.chat.calls.conversations.rename({ id: named, title: 'Mine' }, nobody);
  await world.ask(named, 'Something');
  const failed = await world.conversation();
  world.fake.queue(says('Well.'), says('""'));
  await world.ask(failed, 'Anything');
  await world.fake.seen(3);
  await world.ask(named, 'More');
  expect((await world.open(named)).title).toBe('Mine');
  expect((await world.open(failed)).title).toBe('Anything');
});

import { expect, test } from 'vitest';
import { parameters as parametersShape } from '../../../../preload/contract/chat/conversation.ts';
import { draftRevision } from '../../../../preload/contract/chat/drafts.ts';
import { portableFile } from '../../../../preload/contract/chat/portable.ts';
import { begin, delta, type Script, says } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

/** Thinks, says something, and where it is to calls the calculator. */
const thinksAndSays =
  (content: string, calls = false): Script =>
  (response) => {
    begin(response);
    delta(response, { reasoning_content: 'thoughts of the model' });
    delta(response, { content });
    const called = { name: 'calculator', arguments: '{"expression":"1+1"}' };
    const call = { index: 0, id: 'a', type: 'function', function: called };
    delta(response, calls ? { tool_calls: [call] } : {}, calls ? 'tool_calls' : 'stop');
    response.end('data: [DONE]\n\n');
  };

async function edited(world: ChatWorld, messageId: string, text: string) {
  const { answerId } = await world.chat.calls.chat.editAnswer({ messageId, text }, nobody);
  return answerId;
}

test('a saved edit of an answer is a marked branch beside it, with nothing that only the model can have said', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(thinksAndSays('of the model'));
  const original = await world.ask(id, 'question');
  const answerId = await edited(world, original.id, 'of the user');
  const { messages, leafId } = await world.open(id);
  expect(leafId).toBe(answerId);
  const answer = messages.find((one) => one.id === answerId);
  expect(answer).toMatchObject({
    ...{ role: 'assistant', content: 'of the user', edited: true, state: 'complete' },
    ...{ parentId: original.parentId, depth: original.depth, model: original.model },
    ...{ reasoning: '', usage: null, finishReason: null, toolCalls: [], firstByteAt: null },
  });
  expect(answer).not.toHaveProperty('reasoningField');
  // the old one is as it was
  expect(messages.find((one) => one.id === original.id)).toEqual(original);
  const page = { conversationId: original.conversationId, start: 0, count: 10 };
  expect((await world.chat.calls.branches.page(page, nobody)).siblings).toMatchObject({
    [answerId]: [original.id, answerId],
  });
  expect(world.fake.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.each(['never', 'in-tool-rounds', 'always'] as const)(
  'the model reads the user’s words as its own and nothing of its old answer, where reasoning goes back %s',
  async (reasoningBack) => {
    await using world = await chatWorld({ system: { reasoningBack } });
    const id = await world.conversation();
    const parameters = parametersShape.parse({ tools: ['calculator'] });
    await world.chat.calls.conversations.setParameters({ id, parameters }, nobody);
    world.fake.queue(thinksAndSays('I calculate.', true), thinksAndSays('It is 2.'));
    const { chat } = world.chat.calls;
    await chat.send({ conversationId: id, text: 'question' }, nobody);
    const { message: last } = await world.events.until(
      'chat.messageChanged',
      ({ message }) => message.content === 'It is 2.' && message.state === 'complete',
    );
    // the answer that called
    const calling = (await world.open(id)).messages.find((one) => one.toolCalls.length > 0);
    await edited(world, calling?.id ?? '', 'I know it.');
    world.fake.queue(says('Well.'));
    await world.ask(id, 'next');
    const { body } = await world.fake.seen(3);
    expect(body.messages).toEqual([
      { role: 'user', content: 'question' },
      { role: 'assistant', content: 'I know it.' },
      { role: 'user', content: 'next' },
    ]);
    // the answer after the calls: these stay, for they were made
    await edited(world, last.id, 'It is two.');
    world.fake.queue(says('Well.'));
    await world.ask(id, 'next');
    const { body: other } = await world.fake.seen(4);
    expect(other.messages).toMatchObject([
      { role: 'user', content: 'question' },
      { role: 'assistant', tool_calls: [{ type: 'function' }] },
      { role: 'tool', content: '2' },
      { role: 'assistant', content: 'It is two.' },
      { role: 'user', content: 'next' },
    ]);
    expect((other.messages as object[]).at(-2)).toEqual({
      role: 'assistant',
      content: 'It is two.',
    });
  },
);

test('the mark goes along into exports, back by import, into copies and over a restart, and the text is found', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const { conversations } = world.chat.calls;
  const original = await world.ask(id, 'question');
  const answerId = await edited(world, original.id, 'a word of the user: quetzal');

  await conversations.exportFile({ ids: [id], format: 'markdown' }, nobody);
  const markdown = Buffer.from(world.saved.at(-1)?.bytes ?? []).toString();
  expect(markdown).toMatch(/^## alpha3\.6-35b \(edited by you\) · /m);
  await conversations.exportFile({ ids: [id], format: 'json' }, nobody);
  const bytes = world.saved.at(-1)?.bytes ?? new Uint8Array();
  const file = portableFile.parse(JSON.parse(Buffer.from(bytes).toString()));
  const marks = file.conversations[0]?.messages.map((one) => one.edited);
  expect(marks).toEqual([undefined, undefined, true]);

  const marked = async (conversationId: string, chat = world.chat) =>
    (await chat.calls.conversations.open({ id: conversationId }, nobody)).messages
      .filter((one) => one.edited === true)
      .map(({ content }) => content);
  const { systemId } = await world.open(id);
  const { ids } = await conversations.importFile({ systemId, bytes }, nobody);
  expect(await marked(ids[0] ?? '')).toEqual(['a word of the user: quetzal']);
  const fork = await conversations.fork({ messageId: answerId }, nobody);
  const copy = await conversations.duplicate({ id }, nobody);
  expect(await marked(fork.id)).toHaveLength(1);
  expect(await marked(copy.id)).toHaveLength(1);
  expect(await marked(id, await world.restart())).toHaveLength(1);

  const { hits } = await conversations.search({ systemId, text: 'quetzal', limit: 10 }, nobody);
  expect(hits.map(({ messageId }) => messageId)).toContain(answerId);
});

test('an answer is edited while nothing runs; a question is not edited as an answer', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const original = await world.ask(id, 'question');
  const { chat } = world.chat.calls;
  const question = original.parentId ?? '';
  await expect(edited(world, question, 'no')).rejects.toMatchObject({ code: 'not-found' });
  world.fake.queue((response) => {
    begin(response);
    delta(response, { content: 'slow' });
  });
  await chat.send({ conversationId: id, text: 'go' }, nobody);
  await expect(edited(world, original.id, 'no')).rejects.toMatchObject({ code: 'turn-running' });
  await chat.stop({ conversationId: id }, nobody);
});

test('what is being written in place of an answer is kept, and over once it is saved', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const { id: messageId } = await world.ask(id, 'question');
  const { drafts, chat } = world.chat.calls;
  const write = (text: string, over: string) =>
    drafts.setEdit({ messageId, text, attachments: [], over, knownFiles: [] }, nobody);
  await write('half', draftRevision(''));
  expect((await world.open(id)).edits).toMatchObject([{ messageId, text: 'half' }]);
  // a window that knew nothing of it saves another text
  await chat.editAnswer({ messageId, text: 'whole', over: draftRevision('') }, nobody);
  const { edits, otherDrafts } = await world.open(id);
  expect(edits).toEqual([]);
  expect(otherDrafts).toEqual(['half']);
});

test('an answer of a temporary conversation is edited in it', async () => {
  await using world = await chatWorld();
  const { conversations } = world.chat.calls;
  const wanted = { systemId: world.system.id, model: 'alpha3.6-35b', temporary: true };
  const { id } = await conversations.create(wanted, nobody);
  const original = await world.ask(id, 'question');
  const answerId = await edited(world, original.id, 'mine');
  expect(answerId.startsWith('temporary-')).toBe(true);
  expect((await world.open(id)).messages.at(-1)).toMatchObject({ content: 'mine', edited: true });
});

import { expect, test } from 'vitest';
import { draftRevision } from '../../../../preload/contract/chat/drafts.ts';
import { attach } from '../../../support/files/files.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { ask, conversation, received, systemId } from '../../../support/worlds/chat-attachments.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const over = draftRevision;

test('what one window writes is told to the others, and a text over an old draft puts neither aside unseen', async () => {
  await using world = await chatWorld();
  const { drafts } = world.chat.calls;
  const id = await conversation(world);
  const write = (writer: string, draft: string, base: string) =>
    drafts.set({ id, writer, draft, over: over(base) }, nobody);
  const now = async (chat = world.chat) => {
    const { draft, otherDrafts } = await chat.calls.conversations.open({ id }, nobody);
    return [draft, otherDrafts];
  };
  await write('one', 'shared', '');
  const told = await world.events.until('drafts.changed', ({ draft }) => draft === 'shared');
  expect(told).toEqual({
    ...{ systemId, conversationId: id, draft: 'shared', attachments: [], otherDrafts: [] },
    writer: 'one',
  });
  // who knows it goes on with it
  await write('two', 'shared words', 'shared');
  expect(await now()).toEqual(['shared words', []]);
  // both at once
  await write('one', 'shared thoughts', 'shared');
  expect(await now()).toEqual(['shared thoughts', ['shared words']]);
  await write('two', 'shared words grow', 'shared words');
  await write('one', 'shared thoughts grow', 'shared thoughts');
  expect(await now()).toEqual(['shared thoughts grow', ['shared words grow']]);
  expect(await now(await world.restart())).toEqual(await now());
  // either can be had
  const settle = (text: string, take: boolean) =>
    drafts.resolveOther({ systemId, conversationId: id, revision: over(text), take }, nobody);
  await settle('shared words grow', true);
  expect(await now()).toEqual(['shared words grow', ['shared thoughts grow']]);
  await settle('what nobody wrote', true);
  await settle('shared thoughts grow', false);
  expect(await now()).toEqual(['shared words grow', []]);
  // who empties an old draft does not empty what stands there now
  await write('one', '', 'shared thoughts grow');
  expect(await now()).toEqual(['shared words grow', []]);
});

test('what is sent empties the draft, unless another window has written something else in it', async () => {
  await using world = await chatWorld();
  const { drafts, chat } = world.chat.calls;
  const id = await conversation(world);
  const one = await attach(world.attachments, 'one.txt', 'one');
  const two = await attach(world.attachments, 'two.txt', 'two');
  await drafts.set({ id, draft: 'Hel', attachments: [one], knownFiles: [] }, nobody);
  await drafts.set({ id, attachments: [two], knownFiles: [] }, nobody);
  const names = async () => (await world.open(id)).draftAttachments.map(({ name }) => name);
  expect(await names()).toEqual(['two.txt', 'one.txt']);
  await ask(world, id, 'Hello', [one]);
  expect((await world.open(id)).draft).toBe('');
  expect(await names()).toEqual(['two.txt']);
  const told = await world.events.until(
    'drafts.changed',
    ({ draft, writer }) => draft === '' && writer === null,
  );
  expect(told.attachments.map(({ name }) => name)).toEqual(['two.txt']);
  await drafts.set({ id, draft: 'not that', attachments: [], knownFiles: [two.file.hash] }, nobody);
  expect(await names()).toEqual([]);
  const answer = await ask(world, id, 'Something else', []);
  expect((await world.open(id)).draft).toBe('not that');
  const { answerId } = await chat.edit({ messageId: answer.parentId ?? '', text: 'x' }, nobody);
  await world.ended(answerId);
  expect((await world.open(id)).draft).toBe('not that');
  expect(await received(world, 2)).toHaveLength(3);
});

test('the draft of a conversation that has not begun is shared too, and leaves nothing when it is to', async () => {
  await using world = await chatWorld();
  const { drafts, newDraft } = world.chat.calls;
  const write = (draft: string, base: string) =>
    newDraft.set({ systemId, draft, over: over(base), writer: 'w' }, nobody);
  await write('a', '');
  await write('b', '');
  const told = await world.events.until('newDraft.changed', ({ draft }) => draft === 'b');
  expect(told).toMatchObject({ systemId, otherDrafts: ['a'], writer: 'w' });
  await drafts.resolveOther(
    { systemId, conversationId: null, revision: over('a'), take: true },
    nobody,
  );
  expect(await newDraft.snapshot({ systemId }, nobody)).toMatchObject({
    draft: 'a',
    otherDrafts: ['b'],
  });
  await newDraft.forget({ systemId }, nobody);
  expect(await world.database.all({ sql: 'SELECT * FROM other_drafts' })).toEqual([]);
  await world.chat.forget(systemId);
});

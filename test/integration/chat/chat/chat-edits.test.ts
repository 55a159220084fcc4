import { expect, test } from 'vitest';
import { attach } from '../../../support/files/files.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { ask, conversation, onDisk, received } from '../../../support/worlds/chat-attachments.ts';
import { nobody } from '../../../support/worlds/genai.ts';

test('an edit in progress is kept with its files, is told to every window, and survives a restart', async () => {
  await using world = await chatWorld();
  const { drafts } = world.chat.calls;
  const id = await conversation(world);
  const first = await ask(world, id, 'first', []);
  const messageId = first.parentId ?? '';
  const file = await attach(world.attachments, 'more.txt', 'more');
  await drafts.setEdit({ messageId, text: 'first, be', attachments: [] }, nobody);
  const edit = { messageId, text: 'first, but better', attachments: [file] };
  await drafts.setEdit(edit, nobody);
  const told = await world.events.until(
    'conversations.detailsChanged',
    ({ edits }) => edits[0]?.text === edit.text,
  );
  expect(told.edits).toEqual([edit]);
  expect(await onDisk(world)).toEqual([file.file.hash]);
  const again = await world.restart();
  const opened = await again.calls.conversations.openEnd({ id, count: 10 }, nobody);
  expect(opened.conversation.edits).toEqual([edit]);
  expect((await world.open(id)).messages.map(({ content }) => content)).toEqual([
    'first',
    'Hello there.',
  ]);
});

test('an edit is over when it is sent, given up, or says what the message says', async () => {
  await using world = await chatWorld();
  const { drafts, chat } = world.chat.calls;
  const id = await conversation(world);
  const messageId = (await ask(world, id, 'first', [])).parentId ?? '';
  const edits = async () => (await world.open(id)).edits.map(({ text }) => text);
  const begin = (text: string) => drafts.setEdit({ messageId, text, attachments: [] }, nobody);
  await begin('second');
  expect(await edits()).toEqual(['second']);
  await begin('first');
  expect(await edits()).toEqual([]);
  await begin('third');
  await drafts.dropEdit({ messageId }, nobody);
  expect(await edits()).toEqual([]);
  await begin('fourth');
  const { answerId } = await chat.edit({ messageId, text: 'fourth' }, nobody);
  await world.ended(answerId);
  expect(await edits()).toEqual([]);
  expect(await received(world, 2)).toEqual([{ role: 'user', content: 'fourth' }]);
});

test('answers are edited too; an edit of a temporary conversation is in memory', async () => {
  await using world = await chatWorld();
  const { drafts } = world.chat.calls;
  const id = await conversation(world, { temporary: true });
  const answer = await ask(world, id, 'first', []);
  await drafts.setEdit({ messageId: answer.id, text: 'x', attachments: [] }, nobody);
  const file = await attach(world.attachments, 'secret.txt', 'secret');
  await drafts.setEdit(
    { messageId: answer.parentId ?? '', text: 'secret', attachments: [file] },
    nobody,
  );
  expect((await world.open(id)).edits).toHaveLength(2);
  expect(await onDisk(world)).toEqual([]);
  expect(await world.database.all({ sql: 'SELECT * FROM edits' })).toEqual([]);
});

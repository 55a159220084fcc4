import { expect, test } from 'vitest';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import { draftRevision as over } from '../../../../preload/contract/chat/drafts.ts';
import { attach } from '../../../support/files/files.ts';
import { begin, delta } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const none: Attachment[] = [];

test('two windows that edit one message overwrite nothing: the other text is kept beside the draft', async () => {
  await using world = await chatWorld();
  const { drafts, chat } = world.chat.calls;
  const id = await world.conversation();
  const answer = await world.ask(id, 'question');
  const messageId = answer.parentId ?? '';
  const write = (text: string, base: string, attachments = none) =>
    drafts.setEdit({ messageId, text, attachments, over: over(base), knownFiles: [] }, nobody);
  const now = async () => {
    const { edits, otherDrafts } = await world.open(id);
    return [edits.map(({ text }) => text), otherDrafts];
  };
  const file = await attach(world.attachments, 'one.txt', 'one');
  await write('question, mine', 'question', [file]);
  // another window goes on with what it knows
  await write('question, mine and yours', 'question, mine');
  expect(await now()).toEqual([['question, mine and yours'], []]);
  // one that knew none of it
  await write('question, theirs', 'question');
  expect(await now()).toEqual([['question, theirs'], ['question, mine and yours']]);
  expect((await world.open(id)).edits[0]?.attachments).toEqual([file]);
  // both write on: of each the last is there
  await write('question, mine and ours', 'question, mine and yours');
  expect(await now()).toEqual([['question, mine and ours'], ['question, theirs']]);
  // who gives up, or empties, what is not there any more ends nothing of the other's
  await drafts.dropEdit({ messageId, over: over('question, theirs') }, nobody);
  await write('', 'question, theirs');
  expect(await now()).toEqual([['question, mine and ours'], ['question, theirs']]);
  // who sends without having seen it keeps it
  const sent = { messageId, text: 'sent', over: over('question, theirs') };
  await world.ended((await chat.edit(sent, nobody)).answerId);
  expect(await now()).toEqual([[], ['question, mine and ours']]);
});

test('two windows that edit one message that waits overwrite nothing', async () => {
  await using world = await chatWorld();
  const { chat } = world.chat.calls;
  const id = await world.conversation();
  world.fake.queue((response) => {
    begin(response);
    delta(response, { content: 'slow' });
  });
  await chat.send({ conversationId: id, text: 'go' }, nobody);
  const { id: queuedId } = await chat.queue({ conversationId: id, text: 'next' }, nobody);
  const write = (text: string, base: string, saved = false) =>
    chat.editQueued({ conversationId: id, queuedId, text, over: over(base), saved }, nobody);
  const now = async () => {
    const { queued, otherDrafts } = await world.open(id);
    return [queued.map(({ text, edit }) => edit ?? text), otherDrafts];
  };
  await write('next, mine', 'next');
  await write('next, theirs', 'next');
  expect(await now()).toEqual([['next, theirs'], ['next, mine']]);
  // the other one gives up: what it does not know stays
  await write('next', 'next, mine');
  expect(await now()).toEqual([['next, theirs'], ['next, mine']]);
  // the other one saves
  await write('next, mine!', 'next, mine', true);
  expect(await now()).toEqual([['next, mine!'], ['next, theirs']]);
  // over what was saved meanwhile
  await write('next, theirs!', 'next, theirs', true);
  expect(await now()).toEqual([['next, theirs!'], ['next, mine!']]);
});

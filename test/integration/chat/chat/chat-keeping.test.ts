import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  parameters as parametersShape,
  preset as presetShape,
} from '../../../../preload/contract/chat/conversation.ts';
import {
  begin,
  delta,
  gate,
  plain,
  type Script,
  says,
} from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';

function held(opened: Promise<void>): Script {
  return async (response) => {
    begin(response);
    delta(response, { content: 'slow' });
    await opened;
    delta(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  };
}

test('what is queued while an answer streams is sent in order when it has ended', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const conversationId = await world.conversation();
  const opened = gate();
  world.fake.queue(held(opened.opened));
  await calls.chat.send({ conversationId, text: 'one' }, nobody);
  await calls.chat.queue({ conversationId, text: 'two' }, nobody);
  const taken = await calls.chat.queue({ conversationId, text: 'never' }, nobody);
  await calls.chat.queue({ conversationId, text: 'three' }, nobody);
  expect((await world.open(conversationId)).queued.map(({ text }) => text)).toEqual([
    'two',
    'never',
    'three',
  ]);
  expect(await calls.chat.unqueue({ conversationId, queuedId: taken.id }, nobody)).toEqual({
    text: 'never',
    attachments: [],
  });

  opened.open();
  await world.fake.seen(3);
  const third = await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.depth === 5 && message.state === 'complete',
  );
  expect(third.message.content).toBe('Hello there.');
  const { messages, queued } = await world.open(conversationId);
  expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
    'one',
    'two',
    'three',
  ]);
  expect(queued).toEqual([]);
});

test('after a turn that failed the queue waits, over a restart too, until it is sent', async () => {
  await using world = await chatWorld();
  const conversationId = await world.conversation();
  const opened = gate();
  world.fake.queue(async (response, request) => {
    await opened.opened;
    await plain(401, { error: 'Unauthorized' })(response, request);
  });
  const { answerId } = await world.chat.calls.chat.send({ conversationId, text: 'one' }, nobody);
  await world.chat.calls.chat.queue({ conversationId, text: 'two' }, nobody);
  opened.open();
  await world.ended(answerId);
  await world.chat.close();

  const { calls } = await world.restart();
  expect((await calls.conversations.open({ id: conversationId }, nobody)).queued).toMatchObject([
    { text: 'two', problem: null },
  ]);
  const sent = await calls.chat.sendQueued({ conversationId }, nobody);
  expect(await world.ended(sent.answerId)).toMatchObject({ state: 'complete' });
  expect((await calls.conversations.open({ id: conversationId }, nobody)).queued).toEqual([]);
  await expect(calls.chat.sendQueued({ conversationId }, nobody)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('a queued message that cannot be sent says why and stays', async () => {
  await using world = await chatWorld();
  const conversationId = await world.conversation();
  const text = '文'.repeat(400_000);
  await world.chat.calls.chat.queue({ conversationId, text }, nobody);
  const { queued, messages } = await world.open(conversationId);
  expect(queued).toMatchObject([{ text, problem: { code: 'context-overflow' } }]);
  expect(messages).toEqual([]);
});

test('a draft is kept, also of a conversation without a message, and goes with what is sent', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  await world.chat.calls.drafts.set({ id, draft: 'half a thou' }, nobody);
  const { calls } = await world.restart();
  expect((await calls.conversations.open({ id }, nobody)).draft).toBe('half a thou');
  await world.ask(id, 'half a thought');
  expect((await world.open(id)).draft).toBe('');
});

test('a temporary conversation works like any other and leaves nothing on the disk', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const secret = 'nobody-shall-find-this-on-the-disk';
  const { id, temporary } = await calls.conversations.create(
    { systemId, model: null, temporary: true },
    nobody,
  );
  expect(temporary).toBe(true);
  world.fake.queue(says(`${secret} indeed`));
  const answer = await world.ask(id, secret);
  await calls.drafts.set({ id, draft: secret }, nobody);
  await world.ended((await calls.chat.regenerate({ messageId: answer.id }, nobody)).answerId);
  const copy = await calls.conversations.fork({ messageId: answer.id }, nobody);
  expect(copy.temporary).toBe(true);
  expect(await calls.conversations.snapshot({ systemId }, nobody)).toHaveLength(2);
  expect((await world.open(id)).messages).toHaveLength(3);

  await world.database.all({ sql: 'PRAGMA wal_checkpoint' });
  for (const file of await readdir(world.folder, { recursive: true })) {
    const bytes = await readFile(join(world.folder, file));
    expect(bytes.includes(secret), file).toBe(false);
  }
  const again = await world.restart();
  expect(await again.calls.conversations.snapshot({ systemId }, nobody)).toEqual([]);
  await expect(again.calls.conversations.open({ id }, nobody)).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('pinned, archived, tagged and filed, over a restart', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  await world.ask(id, 'a');
  const folder = await calls.folders.add({ systemId, name: 'Papers' }, nobody);
  await calls.conversations.organise(
    { id, pinned: true, tags: ['one', 'two', 'one'], folderId: folder.id },
    nobody,
  );
  await calls.conversations.organise({ id, archived: true }, nobody);
  const again = await world.restart();
  const [listed] = await again.calls.conversations.snapshot({ systemId }, nobody);
  expect(listed).toMatchObject({
    pinned: true,
    archived: true,
    tags: ['one', 'two'],
    folderId: folder.id,
  });

  await calls.folders.rename({ id: folder.id, name: 'Drafts' }, nobody);
  expect(await calls.folders.snapshot({ systemId }, nobody)).toEqual({
    systemId,
    folders: [{ ...folder, name: 'Drafts' }],
  });
  await calls.folders.remove({ id: folder.id }, nobody);
  expect((await calls.conversations.snapshot({ systemId }, nobody))[0]).toMatchObject({
    id,
    folderId: null,
  });
  expect(world.events.of('conversations.changed').at(-1)).toMatchObject({ id, folderId: null });
  const lost = calls.conversations.organise({ id, folderId: folder.id }, nobody);
  await expect(lost).rejects.toMatchObject({ code: 'not-found' });
});

test('parameters go into the body, the free fields last; a preset keeps them', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const parameters = parametersShape.parse({
    system: 'Be brief.',
    maxTokens: 100,
    temperature: 0.5,
    topP: 0.9,
    seed: 7,
    stop: ['END'],
    extra: { top_p: 0.1, reasoning: { effort: 'low' } },
  });
  await calls.conversations.setParameters({ id, parameters }, nobody);
  await world.ask(id, 'go');
  expect((await world.fake.seen(1)).body).toEqual({
    model: 'alpha3.6-35b',
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 100,
    temperature: 0.5,
    top_p: 0.1,
    seed: 7,
    stop: ['END'],
    reasoning: { effort: 'low' },
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'go' },
    ],
  });
  expect(world.events.of('conversations.detailsChanged').at(-1)).toMatchObject({
    conversationId: id,
    parameters,
  });
  expect((await world.open(id)).parameters).toEqual(parameters);

  const input = { id: null, name: 'Brief', model: null, parameters };
  const preset = presetShape.parse(await calls.presets.save(input, nobody));
  await calls.presets.save({ ...preset, name: 'Short' }, nobody);
  const again = await world.restart();
  expect(await again.calls.presets.snapshot(undefined, nobody)).toEqual([
    { ...preset, name: 'Short' },
  ]);
  await calls.presets.remove({ id: preset.id }, nobody);
  expect(await calls.presets.snapshot(undefined, nobody)).toEqual([]);
});

test('fields that the app writes itself are no free fields', () => {
  for (const field of ['model', 'messages', 'stream']) {
    expect(parametersShape.safeParse({ extra: { [field]: 1 } }).success).toBe(false);
  }
});

test('early turns can be left out and come back', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  await world.ask(id, 'one');
  await world.ask(id, 'two');
  const start = (await world.open(id)).messages[2]?.id ?? '';
  await calls.requests.setStart({ id, messageId: start }, nobody);
  await world.ask(id, 'three');
  expect((await world.fake.seen(3)).body.messages).toMatchObject([
    { content: 'two' },
    {},
    { content: 'three' },
  ]);
  await calls.requests.setStart({ id, messageId: null }, nobody);
  await world.ask(id, 'four');
  expect((await world.fake.seen(4)).body.messages).toHaveLength(7);
});

test('the model names a conversation when it is asked to', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  await world.ask(id, 'How do tides work?');
  world.fake.queue(says('"Tides', ' explained."\n'));
  expect(await world.chat.calls.chat.suggestTitle({ id }, nobody)).toEqual({
    title: 'Tides explained',
  });
  expect((await world.open(id)).title).toBe('Tides explained');
  expect((await world.open(id)).messages).toHaveLength(2);
  world.fake.queue(says('""'));
  await expect(world.chat.calls.chat.suggestTitle({ id }, nobody)).rejects.toMatchObject({
    code: 'answer-shape',
  });
  expect((await world.open(id)).title).toBe('Tides explained');
});

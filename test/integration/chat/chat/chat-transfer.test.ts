import { expect, test } from 'vitest';
import { parameters as parametersShape } from '../../../../preload/contract/chat/conversation.ts';
import { begin, delta, plain } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';
const bytesOf = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

async function exported(
  world: ChatWorld,
  ids: string[],
  format: 'json' | 'markdown' | 'zip' = 'json',
) {
  await world.chat.calls.conversations.exportFile({ ids, format }, nobody);
  const file = world.saved.at(-1);
  const bytes = new Uint8Array(file?.bytes ?? []);
  return { name: file?.name ?? '', bytes, text: Buffer.from(bytes).toString() };
}
async function imported(world: ChatWorld, value: unknown) {
  const taken = await world.chat.calls.conversations.importFile(
    { systemId, bytes: bytesOf(value) },
    nobody,
  );
  return { ...taken, conversations: await Promise.all(taken.ids.map(world.open)) };
}

/** A conversation with everything that one can have. */
async function rich(world: ChatWorld): Promise<string> {
  const { calls } = world.chat;
  const id = await world.conversation();
  const folder = await calls.folders.add({ systemId, name: 'Papers' }, nobody);
  const parameters = parametersShape.parse({
    system: 'Be brief.',
    seed: 3,
    extra: { a: [1, null] },
  });
  await calls.conversations.setParameters({ id, parameters }, nobody);
  await calls.conversations.organise(
    { id, folderId: folder.id, tags: ['x', 'ほか'], pinned: true },
    nobody,
  );
  world.fake.queue((response) => {
    begin(response);
    delta(response, { reasoning_content: 'thinking' });
    delta(response, { content: '日本語 😀 \u2028 "quoted"' }, 'stop');
    response.end('data: [DONE]\n\n');
  });
  const first = await world.ask(id, 'one');
  await world.ended((await calls.chat.regenerate({ messageId: first.id }, nobody)).answerId);
  world.fake.queue(plain(401, { error: 'Unauthorized' }));
  await world.ask(id, 'two');
  const start = (await world.open(id)).messages.find(({ content }) => content === 'two');
  await calls.requests.setStart({ id, messageId: start?.id ?? '' }, nobody);
  return id;
}

test('what is exported and imported and exported again is the same to the byte', async () => {
  await using world = await chatWorld();
  const ids = [await rich(world), await world.conversation()];
  const first = await exported(world, ids);
  expect(first.name).toMatch(/^conversations-\d{4}-\d\d-\d\d\.json$/);

  await using other = await chatWorld();
  const taken = await imported(other, first.text);
  expect(taken).toMatchObject({ skipped: [], problem: null, messages: 5, ids: { length: 2 } });
  expect((await exported(other, taken.ids)).text).toBe(first.text);
  const again = await imported(other, first.text);
  expect((await exported(other, again.ids)).text).toBe(first.text);
  expect((await other.chat.calls.folders.snapshot({ systemId }, nobody)).folders).toMatchObject([
    { name: 'Papers' },
  ]);

  const [open] = taken.conversations;
  expect(open?.messages.map(({ depth }) => depth)).toEqual([0, 1, 1, 2, 3]);
  expect(open?.messages.find(({ id }) => id === open.leafId)?.state).toBe('failed');
  const found = await other.chat.calls.conversations.search(
    { systemId, text: '日本', limit: 9 },
    nobody,
  );
  expect(found.hits).toHaveLength(2);
  await other.ask(taken.ids[0] ?? '', 'three');
});

test('markdown has the branch on screen, in order', async () => {
  await using world = await chatWorld();
  const id = await rich(world);
  const { text, name } = await exported(world, [id], 'markdown');
  expect(name).toMatch(/\.md$/);
  expect(text).toMatch(
    /^# one\n\n## User · .*\n\none\n\n## alpha3\.6-35b · .*\n\nHello there\.\n\n## User · .*\n\ntwo\n/,
  );
  expect(text).not.toContain('quoted');
});

test('markdown has the reasoning of an answer as something that folds, and that nothing in it goes on', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const thought = 'First\n\n```\nleft open </details>';
  world.fake.queue((response) => {
    begin(response);
    delta(response, { reasoning_content: thought });
    delta(response, { content: 'Then *this*.' }, 'stop');
    response.end('data: [DONE]\n\n');
  });
  await world.ask(id, 'one');
  const { text } = await exported(world, [id], 'markdown');
  expect(text).toContain(
    '\n\n<details>\n<summary>Reasoning</summary>\n\n> First\n>\n> ```\n> left open &lt;/details>\n\n</details>\n\nThen *this*.\n',
  );
});

test.each([
  ['no JSON', '{'],
  ['something else', { a: 1 }],
  ['of another program', [{ title: 'x', mapping: {} }]],
  ['of a later version', { format: 'compute-desk-conversations', version: 2, conversations: [] }],
])('a file that is %s is refused, and nothing is taken in', async (_, value) => {
  await using world = await chatWorld();
  await expect(imported(world, value)).rejects.toMatchObject({ code: 'import-unreadable' });
  expect(await world.chat.calls.conversations.snapshot({ systemId }, nobody)).toEqual([]);
});

test('a conversation that is no tree is left out and named, the others come in', async () => {
  await using world = await chatWorld();
  const ids = [await world.conversation(), await world.conversation()];
  for (const id of ids) await world.ask(id, 'one');
  const { text } = await exported(world, ids);
  const broken = text.replace('"parentId": "m1"', '"parentId": "m9"');
  expect(await imported(world, broken)).toMatchObject({
    ids: { length: 1 },
    messages: 2,
    skipped: [{ kind: 'conversation', name: '#1', reason: 'unreadable' }],
  });
  expect(await world.chat.calls.conversations.snapshot({ systemId }, nobody)).toHaveLength(3);
});

test('a temporary conversation is not exported', async () => {
  await using world = await chatWorld();
  const { id } = await world.chat.calls.conversations.create(
    { systemId, model: null, temporary: true },
    nobody,
  );
  await expect(exported(world, [id])).rejects.toMatchObject({ code: 'not-found' });
});

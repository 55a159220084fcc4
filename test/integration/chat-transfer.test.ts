import { expect, test } from 'vitest';
import { parameters as parametersShape } from '../../preload/contract/conversation.ts';
import { type ChatWorld, chatWorld } from '../support/chat.ts';
import { begin, delta, plain } from '../support/fake-genai.ts';
import { nobody } from '../support/genai.ts';

const systemId = 'system-1';
const bytesOf = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

async function exported(world: ChatWorld, ids: string[], format: 'json' | 'markdown' = 'json') {
  await world.chat.calls.conversations.exportFile({ ids, format }, nobody);
  const file = world.saved.at(-1);
  return { name: file?.name ?? '', text: Buffer.from(file?.bytes ?? []).toString() };
}
async function imported(world: ChatWorld, value: unknown) {
  const { ids, skipped } = await world.chat.calls.conversations.importFile(
    { systemId, bytes: bytesOf(value) },
    nobody,
  );
  return { ids, skipped, conversations: await Promise.all(ids.map(world.open)) };
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
  expect(taken).toMatchObject({ skipped: 0, ids: { length: 2 } });
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

test('an export of ChatGPT: branches, times and models; what is not for people is left out', async () => {
  await using world = await chatWorld();
  const message = (role: string, text: string, more = {}) => ({
    author: { role },
    create_time: 1_700_000_000.5,
    content: { content_type: 'text', parts: [text] },
    metadata: { model_slug: 'gpt' },
    ...more,
  });
  const mapping = {
    root: { id: 'root', message: null, parent: null, children: ['sys'] },
    sys: { message: message('system', 'hidden'), parent: 'root' },
    answer2: { message: message('assistant', 'second'), parent: 'q' },
    q: { message: message('user', 'question'), parent: 'sys' },
    answer1: { message: message('assistant', 'first'), parent: 'q' },
    tool: { message: message('tool', 'result'), parent: 'answer1' },
    after: { message: message('user', 'after the tool'), parent: 'tool' },
    loop: { message: message('user', 'never'), parent: 'loop' },
  };
  const file = [
    {
      title: 'Old',
      create_time: 1_700_000_000,
      update_time: 1_700_000_100,
      mapping,
      current_node: 'after',
    },
    { nothing: true },
  ];
  const { conversations, skipped } = await imported(world, file);
  expect(skipped).toBe(1);
  const [open] = conversations;
  expect(open).toMatchObject({ title: 'Old', model: 'gpt', createdAt: '2023-11-14T22:13:20.000Z' });
  const messages = open?.messages ?? [];
  expect(messages.map(({ role, content, depth }) => [role, content, depth])).toEqual([
    ['user', 'question', 0],
    ['assistant', 'second', 1],
    ['assistant', 'first', 1],
    ['user', 'after the tool', 2],
  ]);
  expect(messages[3]).toMatchObject({ id: open?.leafId, parentId: messages[2]?.id });
});

test('an export of Open WebUI: branches, tags, and reasoning out of the text', async () => {
  await using world = await chatWorld();
  const file = [
    {
      title: 'Web',
      created_at: 1_700_000_000,
      updated_at: 1_700_000_100,
      pinned: true,
      meta: { tags: ['t'] },
      chat: {
        models: ['llama'],
        history: {
          currentId: 'b',
          messages: {
            a: {
              id: 'a',
              parentId: null,
              role: 'user',
              content: 'hello',
              timestamp: 1_700_000_001,
            },
            b: {
              id: 'b',
              parentId: 'a',
              role: 'assistant',
              content:
                '<details type="reasoning" done="true" duration="3">\n<summary>Thought</summary>\n> because\n</details>\nhi',
              timestamp: 1_700_000_002,
              model: 'llama',
            },
            c: {
              id: 'c',
              parentId: 'a',
              role: 'assistant',
              content: 'other',
              timestamp: 1_700_000_003,
            },
          },
        },
      },
    },
  ];
  const { conversations } = await imported(world, file);
  expect(conversations[0]).toMatchObject({
    title: 'Web',
    pinned: true,
    tags: ['t'],
    model: 'llama',
    messages: [
      { content: 'hello', createdAt: '2023-11-14T22:13:21.000Z' },
      { content: 'hi', reasoning: 'because', depth: 1 },
      { content: 'other', depth: 1 },
    ],
  });
});

test.each([
  ['no JSON', '{'],
  ['something else', { a: 1 }],
  ['an empty list', []],
  ['of a later version', { format: 'compute-desk-conversations', version: 2, conversations: [] }],
])('a file that is %s is refused, and nothing is taken in', async (_, value) => {
  await using world = await chatWorld();
  await expect(imported(world, value)).rejects.toMatchObject({ code: 'import-unreadable' });
  expect(await world.chat.calls.conversations.snapshot({ systemId }, nobody)).toEqual([]);
});

test('a file whose messages hang on nothing is refused', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  await world.ask(id, 'one');
  const { text } = await exported(world, [id]);
  await expect(
    imported(world, text.replace('"parentId": "m1"', '"parentId": "m9"')),
  ).rejects.toMatchObject({
    code: 'import-unreadable',
  });
  expect(await world.chat.calls.conversations.snapshot({ systemId }, nobody)).toHaveLength(1);
});

test('a temporary conversation is not exported', async () => {
  await using world = await chatWorld();
  const { id } = await world.chat.calls.conversations.create(
    { systemId, model: null, temporary: true },
    nobody,
  );
  await expect(exported(world, [id])).rejects.toMatchObject({ code: 'not-found' });
});

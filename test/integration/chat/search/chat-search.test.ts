import { expect, test } from 'vitest';
import { says } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';

async function find(world: ChatWorld, text: string, more = {}) {
  const found = await world.chat.calls.conversations.search(
    { systemId, text, limit: 50, ...more },
    nobody,
  );
  return found.hits;
}
const texts = async (world: ChatWorld, text: string, more = {}): Promise<string[]> =>
  (await find(world, text, more)).map(({ excerpt }) => excerpt.map((piece) => piece.text).join(''));

test('any part of a text, one and two characters too; width, case and accents aside', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const said = [
    'Streaming with backpressure',
    '東京都庁の計算機センター',
    '京都の東にある山',
    'ﾃｽﾄ と ＡＰＩ',
    '가나다라 한국어',
    'a+b "quoted words" end',
    'naïve café',
  ];
  for (const text of said) await world.ask(id, text);
  const finds: [string, string[]][] = [
    ['stream', [said[0] ?? '']],
    ['ream', [said[0] ?? '']],
    ['back STREAM', [said[0] ?? '']],
    ['back absent', []],
    ['h back', [said[0] ?? '']],
    ['"h back"', [said[0] ?? '']],
    ['"back h"', []],
    ['京都', [said[2] ?? '', said[1] ?? '']],
    ['東京', [said[1] ?? '']],
    ['計', [said[1] ?? '']],
    ['計算機', [said[1] ?? '']],
    ['計算センター', []],
    ['計算 センター', [said[1] ?? '']],
    ['ー', [said[1] ?? '']],
    ['テスト', [said[3] ?? '']],
    ['api', [said[3] ?? '']],
    ['한국', [said[4] ?? '']],
    ['b', [said[5] ?? '', said[0] ?? '']],
    ['"quoted words"', [said[5] ?? '']],
    ['"words quoted"', []],
    ['naïve', [said[6] ?? '']],
    ['naive CAFE', [said[6] ?? '']],
    ['a+', [said[5] ?? '']],
    ['"', [said[5] ?? '']],
    ['""', []],
    ['words"', [said[5] ?? '']],
    ['* OR NOT ( ^', []],
    ['', []],
  ];
  for (const [query, expected] of finds) {
    const found = await texts(world, query, { role: 'user' });
    expect(found, query).toEqual(expected);
  }
});

test('a hit says where it is, also on another branch and before a restart', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(says('the needle of the first answer'), says('another'));
  const first = await world.ask(id, 'go');
  await world.ended(
    (await world.chat.calls.chat.regenerate({ messageId: first.id }, nobody)).answerId,
  );
  const [hit, ...others] = await find(world, 'needle');
  expect(others).toEqual([]);
  expect(hit).toMatchObject({
    messageId: first.id,
    conversationId: id,
    title: 'go',
    role: 'assistant',
    model: 'alpha3.6-35b',
    depth: 1,
    createdAt: first.createdAt,
    excerpt: [
      { text: 'the ', hit: false },
      { text: 'needle', hit: true },
      { text: ' of the first answer', hit: false },
    ],
  });
  const place = await world.chat.calls.branches.locate({ messageId: first.id }, nobody);
  expect(place).toEqual({ conversationId: id, leafId: first.id, depth: 1 });
  const again = await world.restart();
  expect(
    (await again.calls.conversations.search({ systemId, text: 'needle', limit: 5 }, nobody)).hits,
  ).toHaveLength(1);
});

test('an answer is quoted as the thread shows it, a question and a match in the source alone as written', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const table =
    '| node | for |\n| --- | --- |\n| `lynx` | **graphs** and [more](https://otter.example.org) |';
  world.fake.queue(says(table));
  await world.ask(id, '*lynx* `as typed`');
  expect(await texts(world, 'lynx')).toEqual([
    'node for lynx graphs and more',
    '*lynx* `as typed`',
  ]);
  expect(await texts(world, 'otter')).toEqual([
    '… `lynx` | **graphs** and [more](https://otter.example.org) |',
  ]);
});

test('filters by role, model, date, folder and conversation; pages; other systems stay out', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const [one, two] = [await world.conversation(), await world.conversation()];
  const folder = await calls.folders.add({ systemId, name: 'f' }, nobody);
  await calls.conversations.organise({ id: two, folderId: folder.id }, nobody);
  world.fake.usual = says('word answered');
  await world.ask(one, 'word one');
  await calls.conversations.setModel({ id: two, model: 'beta-k3' }, nobody);
  await world.ask(two, 'word two');

  const all = await find(world, 'word');
  expect(all).toHaveLength(4);
  expect(await texts(world, 'word', { role: 'user' })).toEqual(['word two', 'word one']);
  expect(await find(world, 'word', { model: 'beta-k3' })).toHaveLength(1);
  expect(await texts(world, 'word', { folderId: folder.id, role: 'user' })).toEqual(['word two']);
  expect(await texts(world, 'word', { folderId: null, role: 'user' })).toEqual(['word one']);
  expect(await find(world, 'word', { conversationId: one })).toHaveLength(2);
  const at = all[1]?.createdAt ?? '';
  expect(await find(world, 'word', { from: at })).toHaveLength(
    all.filter(({ createdAt }) => createdAt >= at).length,
  );
  expect(await find(world, 'word', { to: at })).toHaveLength(
    all.filter(({ createdAt }) => createdAt < at).length,
  );
  expect(await find(world, 'word', { systemId: 'another' })).toEqual([]);

  const paged = await calls.conversations.search({ systemId, text: 'word', limit: 3 }, nobody);
  expect(paged).toMatchObject({ more: true, hits: { length: 3 } });
  const rest = await calls.conversations.search(
    { systemId, text: 'word', limit: 3, before: paged.hits[2]?.number ?? 0 },
    nobody,
  );
  expect(rest).toMatchObject({ more: false, hits: [all[3]] });
});

test('what is removed, temporary or still streaming is not found; a copy is', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  await world.ask(id, 'findable');
  const copy = await calls.conversations.duplicate({ id }, nobody);
  expect(await find(world, 'findable')).toHaveLength(2);
  await calls.conversations.remove({ id }, nobody);
  expect((await find(world, 'findable')).map(({ conversationId }) => conversationId)).toEqual([
    copy.id,
  ]);
  await calls.conversations.restore({ id }, nobody);
  expect(await find(world, 'findable')).toHaveLength(2);
  const secret = await calls.conversations.create(
    { systemId, model: null, temporary: true },
    nobody,
  );
  await world.ask(secret.id, 'findable');
  expect(await find(world, 'findable')).toHaveLength(2);
  await calls.conversations.remove({ id }, nobody);
  await world.restart();
  expect(await find(world, 'findable')).toHaveLength(1);
});

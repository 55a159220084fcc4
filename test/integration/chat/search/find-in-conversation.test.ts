import { expect, test } from 'vitest';
import { begin, delta, gate, says } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

test('every hit of the branch on screen is counted by its message, folded as a search is', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const find = async (conversationId: string, text: string) =>
    (await calls.branches.find({ conversationId, text }, nobody)).hits.map(({ depth, count }) => [
      depth,
      count,
    ]);
  for (const temporary of [false, true]) {
    const input = { systemId: world.system.id, model: 'alpha3.6-35b', temporary };
    const { id } = await calls.conversations.create(input, nobody);
    world.fake.queue(says('ＧＰＵ and gpu, GPUサーバー'), says('nothing'), says('a\n\ncafé  b'));
    await world.ask(id, 'gpu?');
    await world.ask(id, 'and');
    await world.ask(id, 'Café b');
    expect(await find(id, 'GPU')).toEqual([
      [0, 1],
      [1, 3],
    ]);
    expect(await find(id, 'uサ')).toEqual([[1, 1]]);
    expect(await find(id, 'cafe b')).toEqual([
      [4, 1],
      [5, 1],
    ]);
    expect(await find(id, 'a cafe')).toEqual([[5, 1]]);
    expect(await find(id, 'absent')).toEqual([]);
    expect(await calls.branches.find({ conversationId: id, text: '  ' }, nobody)).toEqual({
      term: '',
      hits: [],
    });
  }
});

test('what stands on another branch is not found; what streams is, as far as it has come', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const { opened, open } = gate();
  world.fake.queue(says('kraken'), async (response) => {
    begin(response);
    delta(response, { content: 'kraken kraken' });
    await opened;
    delta(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  });
  const first = await world.ask(id, 'go');
  const find = async () =>
    (await calls.branches.find({ conversationId: id, text: 'Kraken' }, nobody)).hits;
  expect(await find()).toEqual([{ messageId: first.id, depth: 1, count: 1 }]);
  const { answerId } = await calls.chat.regenerate({ messageId: first.id }, nobody);
  await expect.poll(find).toEqual([{ messageId: answerId, depth: 1, count: 2 }]);
  open();
  await world.ended(answerId);
  expect(await find()).toEqual([{ messageId: answerId, depth: 1, count: 2 }]);
});

test('an answer is counted as its page shows it, a question as it was written', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  const answer = [
    '**Note:** run a **b** c on [x](https://e.org/gpu).',
    '```sh\ngpu **2**\n```',
    '| GPU | n |\n|---|---|\n| **H100** gpu | 8 |',
  ].join('\n\n');
  world.fake.queue(says(answer));
  await world.ask(id, 'a **b** c [x](https://e.org/gpu)');
  const find = async (text: string) =>
    (await calls.branches.find({ conversationId: id, text }, nobody)).hits.map(
      ({ depth, count }) => [depth, count],
    );
  expect(await find('Note: run')).toEqual([[1, 1]]);
  expect(await find('a b c')).toEqual([[1, 1]]);
  expect(await find('**b**')).toEqual([[0, 1]]);
  expect(await find('**2**')).toEqual([[1, 1]]);
  expect(await find('gpu')).toEqual([
    [0, 1],
    [1, 3],
  ]);
  expect(await find('h100 gpu')).toEqual([[1, 1]]);
  expect(await find('|')).toEqual([]);
});

import { expect, test } from 'vitest';
import { begin, delta, says } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const marked = ['<th', 'ink>\nA sum. Say `</thi', 'nk>`? No.\n</think>', '\n\nIt is ', '2.'];
const thoughts = 'A sum. Say `</think>`? No.\n';

test('thinking marked in the content is reasoning, and goes back as none of the content', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(says(...marked), says('Yes.'));
  const answer = await world.ask(id, '1+1?');
  expect(answer).toMatchObject({ content: 'It is 2.', reasoning: thoughts, state: 'complete' });
  await world.ask(id, 'Sure?');
  const { body } = await world.fake.seen(2);
  expect(body.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: 'It is 2.' },
    { role: 'user' },
  ]);
});

test('thinking of which only the end is marked becomes reasoning', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(says('A sum. 1+1=2.\n', '</think>\n', '\nIt is 2.'));
  const answer = await world.ask(id, '1+1?');
  expect(answer).toMatchObject({ content: 'It is 2.', reasoning: 'A sum. 1+1=2.\n' });
  expect((await world.open(id)).messages.at(-1)).toMatchObject({ content: 'It is 2.' });
});

test('a system may have it as text', async () => {
  await using world = await chatWorld({ system: { thinkTags: false } });
  const id = await world.conversation();
  world.fake.queue(says(...marked));
  expect(await world.ask(id, '1+1?')).toMatchObject({ content: marked.join(''), reasoning: '' });
});

test.each([
  ['marked', '<think>\nOkay, the user wants a short title.\n</think>\n\nSums'],
  ['of which only the end is marked', 'Okay, a short title.\n</think>\n\nSums'],
])('thinking %s is no title', async (_, title) => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(says('2.'), says(title));
  await world.ask(id, '1+1?');
  expect(await world.chat.calls.chat.suggestTitle({ id }, nobody)).toEqual({ title: 'Sums' });
});

test('a request may last as long as its system says', async () => {
  await using world = await chatWorld({ system: { longestRequest: 10 } });
  const id = await world.conversation();
  world.fake.queue((response) => {
    begin(response);
    delta(response, { content: 'Begun.' });
  });
  expect(await world.ask(id, 'Count')).toMatchObject({
    content: 'Begun.',
    state: 'interrupted',
    problem: { code: 'stream-interrupted', details: { reason: 'request-limit', seconds: 10 } },
  });
});

import { expect, test } from 'vitest';
import { plain } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const busy = (seconds: number) =>
  plain(429, { error: 'Too many requests' }, { 'retry-after': String(seconds) });

test('a wait that the service asked for is told with its seconds and reason, in mid-wait too, and can be stopped', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(busy(20));
  const { answerId } = await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  const told = await world.events.until(
    'chat.messageChanged',
    ({ message }) => message.retryWait !== undefined,
  );
  expect(told.message).toMatchObject({ id: answerId, state: 'streaming' });
  expect(told.message.retryWait?.problem).toMatchObject({
    code: 'http-rate-limited',
    details: { status: 429, retryAfter: 20 },
  });
  expect(Math.ceil(told.message.retryWait?.seconds ?? 0)).toBe(20);

  // a window that is opened now is told what is left
  const { conversation } = await world.chat.calls.conversations.openEnd({ id, count: 50 }, nobody);
  const seen = conversation.messages.find((message) => message.id === answerId);
  expect(seen?.retryWait?.problem.code).toBe('http-rate-limited');
  expect(seen?.retryWait?.seconds).toBeLessThan(told.message.retryWait?.seconds ?? 0);

  await world.chat.calls.chat.stop({ conversationId: id }, nobody);
  const answer = await world.ended(answerId);
  expect(answer).toMatchObject({ state: 'stopped', problem: null });
  expect(answer.retryWait).toBeUndefined();
  expect(world.fake.requests.filter(({ path }) => path.endsWith('completions'))).toHaveLength(1);
});

test('the wait is taken back when the request goes on, of several choices too', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const parameters = { choices: 2 };
  await world.chat.calls.conversations.setParameters({ id, parameters }, nobody);
  world.fake.queue(busy(1));
  const { answerId } = await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  expect(await world.ended(answerId)).toMatchObject({ state: 'complete', content: 'Hello there.' });
  const waits = world.events
    .of('chat.messageChanged')
    .filter(({ message }) => message.id === answerId)
    .map(({ message }) => [message.state, message.retryWait !== undefined]);
  expect(waits).toEqual([
    ['streaming', false],
    ['streaming', true],
    ['streaming', false],
    ['complete', false],
  ]);
});

test('waits that nobody could read are not told', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(plain(503, { error: 'Try again' }));
  expect(await world.ask(id, 'go')).toMatchObject({ state: 'complete' });
  const told = world.events.of('chat.messageChanged').map(({ message }) => message.retryWait);
  expect(told.every((wait) => wait === undefined)).toBe(true);
});

test('the times of an answer that is written are told as main has them', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const answer = await world.ask(id, 'go');
  const deltas = world.events.of('chat.delta');
  const [first] = deltas;
  expect(first?.firstByteAt).toBe(answer.firstByteAt);
  expect(deltas.flatMap(({ contentAt }) => contentAt ?? [])).toEqual([answer.contentAt]);
});

import { expect, test } from 'vitest';
import { isLeftOut } from '../../../../preload/contract/chat/left-out.ts';
import { plain } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const asked = (...texts: string[]) => [{ role: 'user', content: texts.join('\n\n') }];
/** As vLLM refuses what is too long. */
const tooLong = plain(400, {
  error: {
    message:
      "This model's maximum context length is 262144 tokens. However, your request has 270000 input tokens.",
    type: 'BadRequestError',
    code: 400,
  },
});

test.each([
  ['a wrong key', plain(401, { error: 'Unauthorized' })],
  ['a service that is down', plain(503, 'down', { 'retry-after': '9999' })],
])('a question that failed for %s is part of the next request', async (_why, failure) => {
  await using world = await chatWorld();
  const id = await world.conversation();
  world.fake.queue(failure);
  expect(await world.ask(id, 'the question')).toMatchObject({ state: 'failed', content: '' });
  const { messages } = await world.open(id);
  expect(messages.map((one, at) => isLeftOut(one, messages[at + 1]))).toEqual([null, null]);
  await world.ask(id, 'please answer it');
  const last = world.fake.requests.filter(({ path }) => path === '/v1/chat/completions').at(-1);
  expect(last?.body.messages).toEqual(asked('the question', 'please answer it'));
});

test('a question that was refused for itself is left out, is sent when the user wants it, and left out again', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  world.fake.queue(tooLong);
  const failed = await world.ask(id, 'far too long');
  expect(failed).toMatchObject({ state: 'failed', problem: { code: 'context-overflow' } });
  const shown = async (conversation = id, chat = world.chat) => {
    const { messages } = await chat.calls.conversations.open({ id: conversation }, nobody);
    return isLeftOut(messages[0] ?? failed, messages[1]);
  };
  const messageId = failed.parentId ?? '';
  const next = async (text: string) => {
    const { answerId } = await calls.chat.edit({ messageId: second, text }, nobody);
    await world.ended(answerId);
    return world.fake.requests.filter(({ path }) => path === '/v1/chat/completions').at(-1)?.body
      .messages;
  };
  expect(await shown()).toBe(true);
  await world.ask(id, 'short');
  expect((await world.fake.seen(2)).body.messages).toEqual(asked('short'));
  const second = (await world.open(id)).messages[2]?.id ?? '';

  await calls.requests.setLeftOut({ messageId, leftOut: false }, nobody);
  const { message } = await world.events.until(
    'chat.messageChanged',
    (change) => change.message.id === messageId && change.message.leftOut === false,
  );
  expect(message.content).toBe('far too long');
  expect(await shown()).toBe(false);
  expect(await next('again')).toEqual(asked('far too long', 'again'));
  expect(await shown(id, await world.restart())).toBe(false);
  const copy = await calls.conversations.duplicate({ id }, nobody);
  expect(await shown(copy.id)).toBe(false);

  await calls.requests.setLeftOut({ messageId, leftOut: true }, nobody);
  expect(await shown()).toBe(true);
  expect(await next('once more')).toEqual(asked('once more'));
});

test('what is left out does not count in the check of a request, and the choice changes that', async () => {
  await using world = await chatWorld();
  const { calls } = world.chat;
  const id = await world.conversation();
  world.fake.queue(tooLong);
  const failed = await world.ask(id, 'many words '.repeat(2_000));
  const tokens = async () =>
    (await calls.requests.check({ conversationId: id, text: 'short' }, nobody)).inputTokens;
  const without = await tokens();
  await calls.requests.setLeftOut({ messageId: failed.parentId ?? '', leftOut: false }, nobody);
  expect(await tokens()).toBeGreaterThan(without + 2_000);
});

test('only a question can be left out', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const answer = await world.ask(id, 'hello');
  const input = { messageId: answer.id, leftOut: true };
  await expect(world.chat.calls.requests.setLeftOut(input, nobody)).rejects.toMatchObject({
    code: 'not-found',
  });
});

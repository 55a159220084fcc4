import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { parameters as parametersShape } from '../../../../preload/contract/chat/conversation.ts';
import {
  begin,
  callsTools,
  plain,
  type Script,
  says,
} from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

type Wanted = Partial<ReturnType<typeof parametersShape.parse>>;

async function conversing(world: ChatWorld, wanted: Wanted): Promise<string> {
  const id = await world.conversation();
  const parameters = parametersShape.parse(wanted);
  await world.chat.calls.conversations.setParameters({ id, parameters }, nobody);
  return id;
}

/** A piece of one of several choices. */
function piece(
  response: ServerResponse,
  index: unknown,
  said: object,
  finish: string | null = null,
): void {
  const choice = { index, delta: said, finish_reason: finish };
  response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
}

/** Sends, and waits until nothing of the conversation runs. */
async function send(world: ChatWorld, conversationId: string): Promise<string> {
  const { answerId } = await world.chat.calls.chat.send({ conversationId, text: 'go' }, nobody);
  await world.events.until(
    'conversations.changed',
    (one) => one.id === conversationId && !one.streaming && one.leafId !== null,
  );
  return answerId;
}

const answersOf = async (world: ChatWorld, id: string) =>
  (await world.open(id)).messages.filter(({ role }) => role === 'assistant');

test('several choices become branches beside each other, however their pieces are mixed', async () => {
  await using world = await chatWorld();
  const id = await conversing(world, { choices: 3 });
  world.fake.queue((response) => {
    begin(response);
    piece(response, 2, { reasoning: 'third' });
    for (const [text, other] of [
      ['one ', 'two '],
      ['first', 'second'],
    ]) {
      piece(response, 1, { content: other });
      piece(response, 0, { content: text });
    }
    piece(response, 2, { content: 'three' }, 'length');
    piece(response, 0, {}, 'stop');
    piece(response, 1, {}, 'stop');
    const usage = { prompt_tokens: 5, completion_tokens: 60 };
    response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  const first = await send(world, id);
  expect((await world.fake.seen(1)).body).toMatchObject({ n: 3, stream: true });
  const answers = await answersOf(world, id);
  expect(answers.map(({ content, finishReason, state }) => [content, finishReason, state])).toEqual(
    expect.arrayContaining([
      ['one first', 'stop', 'complete'],
      ['two second', 'stop', 'complete'],
      ['three', 'length', 'complete'],
    ]),
  );
  expect(answers).toHaveLength(3);
  expect(new Set(answers.map(({ parentId }) => parentId)).size).toBe(1);
  expect(answers.find(({ content }) => content === 'three')).toMatchObject({
    reasoning: 'third',
    reasoningField: 'reasoning',
  });
  // the tokens of all are told once
  expect(answers.map(({ usage }) => usage?.outputTokens ?? 0).sort()).toEqual([0, 0, 60]);
  const { conversation, page } = await world.chat.calls.conversations.openEnd(
    { id, count: 9 },
    nobody,
  );
  expect(conversation.leafId).toBe(first);
  expect(page.siblings[first]).toHaveLength(3);

  world.fake.queue(says('The last.'));
  await world.ask(id, 'next');
  expect((await world.fake.seen(2)).body.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: 'one first' },
    { role: 'user' },
  ]);
});

test.each<[string, Script]>([
  ['only one', says('Hello.')],
  [
    'more than were asked for, and some with no number',
    (response) => {
      begin(response);
      for (const index of [7, 1e9, -1, 1.5, 2]) piece(response, index, { content: 'x' }, 'stop');
      piece(response, null, { content: 'Hello.' }, 'stop');
      response.end('data: [DONE]\n\n');
    },
  ],
])('a server that gives %s leaves the first answer and nothing empty', async (_, script) => {
  await using world = await chatWorld();
  const id = await conversing(world, { choices: 2 });
  world.fake.queue(script);
  await send(world, id);
  expect((await answersOf(world, id)).map(({ content }) => content)).toEqual(['Hello.']);
});

test('a stream that breaks ends only the choices that had not ended', async () => {
  await using world = await chatWorld();
  const id = await conversing(world, { choices: 2 });
  world.fake.queue((response) => {
    begin(response);
    piece(response, 0, { content: 'half' });
    piece(response, 1, { content: 'whole' }, 'stop');
    response.end();
  });
  await send(world, id);
  expect((await answersOf(world, id)).map(({ content, state }) => [content, state]).sort()).toEqual(
    [
      ['half', 'interrupted'],
      ['whole', 'complete'],
    ],
  );
});

test('choices that call tools go on by themselves, each asking for one answer', async () => {
  await using world = await chatWorld();
  const id = await conversing(world, { extra: { n: 2 }, tools: ['calculator'] });
  world.fake.queue((response) => {
    begin(response);
    for (const [index, expression] of ['1+1', '2+2'].entries()) {
      const called = { name: 'calculator', arguments: JSON.stringify({ expression }) };
      const call = { index: 0, id: 'same', type: 'function', function: called };
      piece(response, index, { tool_calls: [call] }, 'tool_calls');
    }
    response.end('data: [DONE]\n\n');
  });
  world.fake.usual = (response, request) => {
    const results = (request.body.messages as { role: string; content: string }[])
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => content);
    return says(`It is ${results.join()}.`)(response, request);
  };
  await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  for (const text of ['It is 2.', 'It is 4.']) {
    await world.events.until('chat.messageChanged', ({ message }) => message.content === text);
  }
  expect((await world.fake.seen(1)).body.n).toBe(2);
  for (const count of [2, 3]) expect((await world.fake.seen(count)).body.n).toBeUndefined();
});

test('stopping stops every choice with what it had', async () => {
  await using world = await chatWorld();
  const id = await conversing(world, { choices: 2 });
  world.fake.queue((response) => {
    begin(response);
    for (const index of [0, 1]) piece(response, index, { content: `part ${index}` });
  });
  await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  await world.events.until('chat.delta', ({ content }) => content === 'part 1');
  await world.chat.calls.chat.stop({ conversationId: id }, nobody);
  expect((await answersOf(world, id)).map(({ content, state }) => [content, state]).sort()).toEqual(
    [
      ['part 0', 'stopped'],
      ['part 1', 'stopped'],
    ],
  );
});

test('an answer that is asked for whole comes with its choices, reasoning, calls and counts', async () => {
  await using world = await chatWorld();
  const id = await conversing(world, { stream: false, choices: 2, tools: ['calculator'] });
  const called = { name: 'calculator', arguments: { expression: '6*7' } };
  const usage = { prompt_tokens: 9, completion_tokens: 8 };
  world.fake.queue(
    plain(200, {
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: '',
            tool_calls: [{ type: 'function', function: called }],
          },
          finish_reason: 'tool_calls',
        },
        {
          index: 1,
          message: { role: 'assistant', content: 'I guess 42.', reasoning_content: 'Six sevens.' },
          finish_reason: 'stop',
        },
      ],
      usage,
    }),
    plain(200, {
      choices: [{ message: { role: 'assistant', content: 'It is 42.' }, finish_reason: 'stop' }],
    }),
  );
  await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  const { message } = await world.events.until(
    'chat.messageChanged',
    (one) => one.message.content === 'It is 42.',
  );
  const answers = await answersOf(world, id);
  expect(answers.find((one) => one.id === message.parentId)).toMatchObject({
    state: 'complete',
    toolCalls: [{ name: 'calculator', state: 'done', result: '42' }],
    usage: { inputTokens: 9, outputTokens: 8 },
  });
  expect(answers.find(({ reasoning }) => reasoning === 'Six sevens.')).toMatchObject({
    content: 'I guess 42.',
    state: 'complete',
    toolCalls: [],
  });
  for (const count of [1, 2]) {
    const { body } = await world.fake.seen(count);
    expect(body.stream).toBe(false);
    expect(body.stream_options).toBeUndefined();
  }
});

test('calls without an id, with an empty one or with none that is a text are run all the same', async () => {
  await using world = await chatWorld();
  const id = await conversing(world, { stream: false, tools: ['calculator'] });
  const call = (id: unknown, expression: string) => ({
    ...(id === undefined ? {} : { id }),
    type: 'function',
    function: { name: 'calculator', arguments: JSON.stringify({ expression }) },
  });
  const toolCalls = [call(undefined, '1+0'), call('', '1+1'), call(7, '1+2'), call(null, '1+3')];
  world.fake.queue(
    plain(200, {
      choices: [{ message: { content: null, tool_calls: toolCalls }, finish_reason: 'tool_calls' }],
    }),
    plain(200, { choices: [{ message: { content: 'Done.' }, finish_reason: 'stop' }] }),
  );
  await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  const { message } = await world.events.until(
    'chat.messageChanged',
    (one) => one.message.content === 'Done.',
  );
  const ran = (await answersOf(world, id)).find((one) => one.id === message.parentId)?.toolCalls;
  expect(ran?.map(({ result }) => result)).toEqual(['1', '2', '3', '4']);
  expect(new Set(ran?.map((one) => one.id)).size).toBe(4);
});

test('hundreds of calls in one answer are refused in words, and none of them is run', async () => {
  await using world = await chatWorld();
  const id = await conversing(world, { tools: ['calculator'] });
  const many = Array.from({ length: 300 }, (): [string, string] => [
    'calculator',
    '{"expression":"1"}',
  ]);
  world.fake.queue(callsTools(...many), says('Hello.'));
  await send(world, id);
  expect(await answersOf(world, id)).toMatchObject([
    { state: 'failed', problem: { code: 'answer-too-large' }, toolCalls: [] },
  ]);
  expect(await world.ask(id, 'again')).toMatchObject({ state: 'complete', content: 'Hello.' });
});

test('a further choice that cannot be stored is kept, told as not saved, and written when it can be', async () => {
  await using world = await chatWorld();
  const id = await conversing(world, { choices: 2 });
  await world.database.run({
    sql: `CREATE TRIGGER full BEFORE INSERT ON messages
      WHEN EXISTS (SELECT 1 FROM messages WHERE parent_id = new.parent_id)
      BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  });
  world.fake.queue((response) => {
    begin(response);
    piece(response, 0, { content: 'one' }, 'stop');
    piece(response, 1, { content: 'two' }, 'stop');
    response.end('data: [DONE]\n\n');
  });
  const answerId = await send(world, id);
  expect((await answersOf(world, id)).map(({ content }) => content)).toEqual(['one']);
  const { unsaved } = await world.open(id);
  expect(unsaved).toHaveLength(1);
  expect(unsaved[0]?.messageId).not.toBe(answerId);
  await world.database.run({ sql: 'DROP TRIGGER full' });
  await expect
    .poll(async () => (await answersOf(world, id)).map(({ content }) => content))
    .toEqual(['one', 'two']);
  expect((await world.open(id)).unsaved).toEqual([]);
  expect(await answersOf(world, id)).toMatchObject([{ state: 'complete' }, { state: 'complete' }]);
});

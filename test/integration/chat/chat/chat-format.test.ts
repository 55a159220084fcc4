import { expect, test } from 'vitest';
import { parameters as parametersShape } from '../../../../preload/contract/chat/conversation.ts';
import { begin, callsTools, delta, plain, says } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

const format = { name: 'city', schema: '{ "type": "object" }', strict: true };
const asked = {
  type: 'json_schema',
  json_schema: { name: 'city', schema: { type: 'object' }, strict: true },
};

async function conversing(world: ChatWorld, wanted: object): Promise<string> {
  const id = await world.conversation();
  const parameters = parametersShape.parse(wanted);
  await world.chat.calls.conversations.setParameters({ id, parameters }, nobody);
  return id;
}

test('the form goes with every round, and stays with its answer when another is set', async () => {
  await using world = await chatWorld();
  const id = await conversing(world, { format, tools: ['calculator'] });
  world.fake.queue(
    callsTools(['calculator', '{"expression":"1"}']),
    says('{"n":1}'),
    says('Text.'),
  );
  await world.chat.calls.chat.send({ conversationId: id, text: 'go' }, nobody);
  await world.events.until('conversations.changed', (one) => one.leafId !== null && !one.streaming);
  for (const count of [1, 2]) {
    expect((await world.fake.seen(count)).body.response_format).toEqual(asked);
  }
  const plainly = parametersShape.parse({});
  await world.chat.calls.conversations.setParameters({ id, parameters: plainly }, nobody);
  await world.ask(id, 'in words');
  expect((await world.fake.seen(3)).body.response_format).toBeUndefined();
  const again = await world.restart();
  const { messages } = await again.calls.conversations.open({ id }, nobody);
  expect(messages.map(({ content, format: kept }) => [content, kept])).toEqual([
    ['go', undefined],
    ['', format],
    ['{"n":1}', format],
    ['in words', undefined],
    ['Text.', undefined],
  ]);
});

test('the rest of a cut answer is asked for without a form: it has none by itself', async () => {
  await using world = await chatWorld();
  const id = await conversing(world, { format });
  world.fake.queue((response) => {
    begin(response);
    delta(response, { content: '{"n":' }, 'length');
    response.end('data: [DONE]\n\n');
  }, says('1}'));
  const { id: messageId } = await world.ask(id, 'go');
  const { answerId } = await world.chat.calls.chat.resume({ messageId }, nobody);
  expect((await world.ended(answerId)).format).toBeUndefined();
  expect((await world.fake.seen(2)).body.response_format).toBeUndefined();
});

test.each([
  [
    'OpenAI',
    400,
    "Invalid schema for response_format 'city': 'additionalProperties' is required to be supplied and to be false.",
  ],
  [
    'OpenAI, an older model',
    400,
    "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
  ],
  ['DeepSeek', 400, 'This response_format type is unavailable now'],
  ['vLLM', 400, 'The provided JSON schema contains features not supported by xgrammar.'],
  ['SGLang', 400, 'Failed to compile json_schema: invalid'],
  ['llama-server', 500, 'Failed to parse grammar'],
  ['TGI', 422, 'Grammar is not supported: structured outputs are disabled'],
])('a form that %s refuses is told as such, with ways out', async (_, status, words) => {
  await using world = await chatWorld();
  const id = await conversing(world, { format });
  world.fake.queue(plain(status, { error: { message: words, type: 'invalid_request_error' } }));
  const answer = await world.ask(id, 'go');
  expect(answer).toMatchObject({
    state: 'failed',
    problem: { code: 'format-refused', details: { server: words } },
  });
  const check = { conversationId: id, text: '', answerId: answer.id };
  expect((await world.chat.calls.requests.check(check, nobody)).remedies).toEqual([
    { kind: 'loosen-format' },
    { kind: 'leave-out-format' },
  ]);
});

test('the same words are no refusal of a form where none was asked for', async () => {
  await using world = await chatWorld();
  const id = await conversing(world, {});
  const error = { message: 'tools[0].function.parameters is not a valid JSON schema' };
  // asked again without usage, which it might have meant
  world.fake.queue(plain(422, { error }), plain(422, { error }));
  expect(await world.ask(id, 'go')).toMatchObject({ problem: { code: 'http-status' } });
});

test('a form in the free fields is sent as it is, and can be left out where it is refused', async () => {
  await using world = await chatWorld();
  const own = { type: 'json_object' };
  const id = await conversing(world, { extra: { response_format: own }, format });
  world.fake.queue(plain(400, { detail: 'response_format is not supported' }));
  const answer = await world.ask(id, 'go');
  expect((await world.fake.seen(1)).body.response_format).toEqual(own);
  expect(answer.format).toBeUndefined();
  const check = { conversationId: id, text: '', answerId: answer.id };
  expect((await world.chat.calls.requests.check(check, nobody)).remedies).toEqual([
    { kind: 'leave-out-format' },
  ]);
});

test.each([
  ['of absurd depth', '{"items":'.repeat(5000) + '{}' + '}'.repeat(5000)],
  ['that is no JSON', '{'],
  ['that is no object', '[]'],
])('a schema %s is refused at the door', async (_, schema) => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const parameters = { ...parametersShape.parse({}), format: { ...format, schema } };
  await expect(
    world.chat.calls.conversations.setParameters({ id, parameters }, nobody),
  ).rejects.toMatchObject({ code: 'contract-invalid-input' });
});

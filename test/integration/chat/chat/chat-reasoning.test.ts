import { expect, test } from 'vitest';
import { parameters as parametersShape } from '../../../../preload/contract/chat/conversation.ts';
import type { ReasoningBack } from '../../../../preload/contract/systems/systems.ts';
import { begin, delta, type Script, says } from '../../../support/servers/fake-genai.ts';
import { type ChatWorld, chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

/** An answer that reasons in this field and then calls the calculator. */
const thinksAndCalls =
  (thoughts: object): Script =>
  (response) => {
    begin(response);
    delta(response, thoughts);
    const called = { name: 'calculator', arguments: '{"expression":"1+1"}' };
    delta(response, { tool_calls: [{ index: 0, id: 'a', type: 'function', function: called }] });
    delta(response, {}, 'tool_calls');
    response.end('data: [DONE]\n\n');
  };

const thinksAndSays =
  (thoughts: object, text: string): Script =>
  (response) => {
    begin(response);
    delta(response, thoughts);
    delta(response, { content: text }, 'stop');
    response.end('data: [DONE]\n\n');
  };

async function conversing(reasoningBack?: ReasoningBack) {
  const world = await chatWorld(reasoningBack === undefined ? {} : { system: { reasoningBack } });
  const id = await world.conversation();
  const parameters = parametersShape.parse({ tools: ['calculator'] });
  await world.chat.calls.conversations.setParameters({ id, parameters }, nobody);
  return { world, id };
}

async function say(world: ChatWorld, conversationId: string, text: string, answer: string) {
  await world.chat.calls.chat.send({ conversationId, text }, nobody);
  const { message } = await world.events.until(
    'chat.messageChanged',
    (one) => one.message.content === answer && one.message.state === 'complete',
  );
  await world.events.until(
    'conversations.changed',
    (one) => one.leafId === message.id && !one.streaming,
  );
}

/** The fields of reasoning in the n-th request's messages of the assistant, from 1. */
async function thoughtsIn(world: ChatWorld, count: number): Promise<object[]> {
  const { body } = await world.fake.seen(count);
  return (body.messages as Record<string, unknown>[])
    .filter(({ role }) => role === 'assistant')
    .map(({ reasoning_content: one, reasoning: other }) => ({
      ...(one === undefined ? {} : { reasoning_content: one }),
      ...(other === undefined ? {} : { reasoning: other }),
    }));
}

test.each([
  [{ reasoning_content: 'I add.' }, { reasoning_content: 'I add.' }],
  [{ reasoning: 'I add.' }, { reasoning: 'I add.' }],
  // some send both; one of them is enough
  [{ reasoning: 'I add.', reasoning_content: 'I add.' }, { reasoning_content: 'I add.' }],
  [{ reasoning: { depth: 1 }, reasoning_content: null }, {}],
])(
  'reasoning %o goes back with the calls, in the field in which it came, until the model has answered',
  async (thoughts, back) => {
    const { world, id } = await conversing();
    await using _ = world;
    world.fake.queue(thinksAndCalls(thoughts), thinksAndSays(thoughts, 'It is 2.'), says('Later.'));
    await say(world, id, 'add', 'It is 2.');
    expect(await thoughtsIn(world, 2)).toEqual([back]);
    await say(world, id, 'thank you', 'Later.');
    expect(await thoughtsIn(world, 3)).toEqual([{}, {}]);
  },
);

test('a system whose service refuses reasoning never gets it', async () => {
  const { world, id } = await conversing('never');
  await using _ = world;
  world.fake.queue(thinksAndCalls({ reasoning: 'I add.' }), says('It is 2.'));
  await say(world, id, 'add', 'It is 2.');
  expect(await thoughtsIn(world, 2)).toEqual([{}]);
});

test('a system that always wants reasoning gets it of every answer, also after a restart', async () => {
  const { world, id } = await conversing('always');
  await using _ = world;
  world.fake.queue(
    thinksAndCalls({ reasoning: 'I add.' }),
    thinksAndSays({ reasoning: 'I have it.' }, 'It is 2.'),
    says('Later.'),
    says('Still there.'),
  );
  await say(world, id, 'add', 'It is 2.');
  await say(world, id, 'thank you', 'Later.');
  const all = [{ reasoning: 'I add.' }, { reasoning: 'I have it.' }];
  expect(await thoughtsIn(world, 3)).toEqual(all);
  const again = await world.restart();
  await again.calls.chat.send({ conversationId: id, text: 'and now?' }, nobody);
  expect(await thoughtsIn(world, 4)).toEqual([...all, {}]);
});

test('a copy of a conversation knows in which field its reasoning came', async () => {
  const { world, id } = await conversing('always');
  await using _ = world;
  world.fake.queue(thinksAndSays({ reasoning: 'I know.' }, 'It is 2.'), says('Later.'));
  await say(world, id, 'add', 'It is 2.');
  const { leafId } = await world.open(id);
  const fork = await world.chat.calls.conversations.fork({ messageId: leafId ?? '' }, nobody);
  await world.chat.calls.chat.send({ conversationId: fork.id, text: 'and now?' }, nobody);
  expect(await thoughtsIn(world, 2)).toEqual([{ reasoning: 'I know.' }]);
});

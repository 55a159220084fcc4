import { expect, test } from 'vitest';
import { callsTools } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { nobody } from '../../../support/worlds/genai.ts';

interface Sent {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string } }[];
}

test('names of calls that strict servers refuse are sent as they take them, and the results say the same', async () => {
  await using world = await chatWorld();
  const id = await world.conversation();
  const wanted = ['web.run', '', 'とても', 'x'.repeat(70)];
  world.fake.queue(callsTools(...wanted.map((name): [string, string] => [name, '{}'])));
  await world.chat.calls.chat.send({ conversationId: id, text: 'look it up' }, nobody);
  const messages = (await world.fake.seen(2)).body.messages as Sent[];
  const names = messages.flatMap(({ tool_calls: calls = [] }) =>
    calls.map((call) => call.function.name),
  );
  expect(names).toEqual(['web_run', 'unnamed', '___', 'x'.repeat(64)]);
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  expect(results).toEqual(names.map((name) => `There is no tool named ${name}.`));
});

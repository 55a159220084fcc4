/**
 * Scripts of a server that fails in every way known, each through the whole of chat: what the user is
 * told, that nothing received is lost, and that the next message works.
 */
import { expect, test } from 'vitest';
import type { Script } from '../../../support/servers/fake-genai.ts';
import { chatWorld } from '../../../support/worlds/chat.ts';
import { answers } from '../faults/answers.ts';
import { refusals } from '../faults/refusals.ts';
import { streams } from '../faults/streams.ts';

const faults = [...refusals, ...streams, ...answers];

test.concurrent.each(faults)(
  '%s',
  async (_, scripts, { state, code, content, reasoning, details }) => {
    await using own = await chatWorld({ limits: { idle: 300, afterFinish: 100, request: 4000 } });
    const id = await own.conversation();
    own.fake.queue(...(Array.isArray(scripts) ? (scripts as Script[]) : [scripts as Script]));
    const answer = await own.ask(id, 'go');
    expect({ state: answer.state, code: answer.problem?.code }).toEqual({
      state,
      code: code ?? (state === 'complete' ? undefined : answer.problem?.code),
    });
    if (content !== undefined) expect(answer.content).toBe(content);
    if (reasoning !== undefined) expect(answer.reasoning).toBe(reasoning);
    if (details !== undefined) expect(answer.problem?.details).toMatchObject(details);

    // What was shown is what is kept, and what a second window sees.
    const { messages } = await (await own.restart()).calls.conversations.open(
      { id },
      { id: 'second' },
    );
    expect(messages.at(-1)).toEqual(answer);
    own.fake.queue((response, request) => own.fake.usual(response, request));
    expect(await own.ask(id, 'next')).toMatchObject({ state: 'complete', content: 'Hello there.' });
  },
);

test('there are sixty of them at least, and each has its own name', () => {
  expect(new Set(faults.map(([name]) => name)).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThanOrEqual(60);
});

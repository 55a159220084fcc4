import { expect, onTestFinished, test, vi } from 'vitest';
import { newMessage } from '../../../../main/chat/turns/new-message.ts';
import { startTurn } from '../../../../main/chat/turns/turn/turn.ts';
import { recordingLog } from '../../../support/worlds/recording-log.ts';

test('200 tokens a second reach the windows twenty times a second, the first at once and the last with the end', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const began = performance.now();
  const told: { readonly at: number; readonly text: string }[] = [];
  const turn = startTurn({
    answer: newMessage('conversation', null, 'assistant', new Date().toISOString()),
    ask: async (listener) => {
      for (let token = 0; token < 400; token += 1) {
        listener.content(` ${token}`, 0);
        await vi.advanceTimersByTimeAsync(5);
      }
      listener.content(' end', 0);
      return { model: null, toolCalls: [], closed: true };
    },
    store: { journal: async () => undefined, finish: async () => undefined },
    now: () => new Date(),
    log: recordingLog(),
    onDelta: (text) => void told.push({ at: performance.now() - began, text }),
    onEnd: () => undefined,
  });
  await turn.ended;
  expect(told.length).toBeLessThanOrEqual(43);
  expect(told[0]?.at).toBeLessThan(10);
  expect(told.length).toBeGreaterThan(35);
  const all = Array.from({ length: 400 }, (_, token) => ` ${token}`).join('');
  expect(told.map(({ text }) => text).join('')).toBe(`${all} end`);
});

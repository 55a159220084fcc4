import { expect, test } from 'vitest';
import { newMessage } from '../../../../main/chat/turns/new-message.ts';
import { startTurn } from '../../../../main/chat/turns/turn/turn.ts';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import { recordingLog } from '../../../support/worlds/recording-log.ts';

test('how long an answer took is true when the clock is set back or ahead while it streams', async () => {
  for (const jump of [-3_600_000, 3_600_000]) {
    let wall = Date.parse('2026-11-22T12:00:00.000Z');
    let ended: Message | null = null;
    const turn = startTurn({
      answer: newMessage('conversation', null, 'assistant', new Date(wall).toISOString()),
      ask: async (listener) => {
        listener.content('one', 0);
        wall += jump;
        listener.content(' two', 0);
        return { model: null, toolCalls: [], closed: true };
      },
      store: { journal: async () => undefined, finish: async () => undefined },
      now: () => new Date(wall),
      log: recordingLog(),
      onDelta: () => undefined,
      onEnd: (message) => {
        ended = message;
      },
    });
    await turn.ended;
    const { firstByteAt, endedAt } = ended as unknown as Message;
    const took = Date.parse(endedAt ?? '') - Date.parse(firstByteAt ?? '');
    expect(took).toBeGreaterThanOrEqual(0);
    expect(took).toBeLessThan(1_800_000);
  }
});

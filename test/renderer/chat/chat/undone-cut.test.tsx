// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RequestCheck } from '../../../../preload/contract/chat/request-check.ts';
import { openApp } from '../../app.tsx';
import { chatWorld, inputs, message, place } from '../chat-world.ts';

const cut = { messageId: 'm4', turns: 1, tokens: 10 };
const check: RequestCheck = {
  ...{ model: 'alpha', inputTokens: 9000, toolTokens: 0, systemTokens: 0, margin: 10 },
  ...{ maxTokens: 0, maxTokensAssumed: false, contextLength: 8192, bodyBytes: 1, bodyLimit: 9 },
  ...{ images: 0, tight: true, leftOut: 1, problems: [] },
  remedies: [
    { kind: 'leave-out-turns', ...cut },
    { kind: 'summarise', ...cut },
  ],
};

it.each([
  ['Leave out the first turn (about 10 tokens)', 'The first turn is left out.'],
  ['Summarise the first turn', 'A summary replaces the first turn.'],
])(
  'undoing "%s" brings back the cut that was there before, with its summary',
  async (way, done) => {
    const branch = Array.from({ length: 6 }, (_, at) => message(`m${at}`, at));
    const { bridge } = chatWorld({
      branch,
      change: { startId: 'm2', startSummary: 'What was said first.' },
    });
    bridge.answer({
      'requests.check': () => check,
      'requests.setStart': () => undefined,
      'requests.summarise': () => ({ summary: 'More.' }),
    });
    await openApp(bridge, place);
    fireEvent.click(await screen.findByRole('button', { name: way }));
    await screen.findByText(done);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(inputs(bridge, 'requests.setStart').at(-1)).toEqual({
        ...{ id: 'c1', messageId: 'm2', summary: 'What was said first.' },
      }),
    );
  },
);

// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../app.tsx';
import { chatWorld, inputs, message, place } from '../chat-world.ts';

it('an answer that was stopped, or crashed, at a tool’s approval is interrupted, and goes on with Continue', async () => {
  const call = { id: 'c1', name: 'machine_states', arguments: '{}', result: null };
  const { bridge } = chatWorld({
    branch: [
      message('m0', 0),
      message('m1', 1, {
        ...{ state: 'interrupted', content: '' },
        toolCalls: [{ ...call, state: 'interrupted' }],
      }),
    ],
  });
  bridge.answer({ 'chat.resume': () => ({ answerId: 'm1' }) });
  await openApp(bridge, place);
  const thread = within(await screen.findByRole('log'));
  await thread.findByText('The answer was interrupted. What had arrived is kept.');
  fireEvent.click(thread.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(inputs(bridge, 'chat.resume')).toEqual([{ messageId: 'm1' }]));
});

// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import { chatWorld, inputs, message, place } from '../chat-world.ts';

type Details = Record<string, string | number>;

it.each<[ErrorCode, Details, string]>([
  [
    'stream-interrupted',
    { reason: 'request-limit', seconds: 600 },
    'The answer took longer than 600 seconds, the longest request of this system. Continue from here, or ask again. To wait longer, raise it in the system’s settings.',
  ],
  ['stream-interrupted', { reason: 'silent' }, 'The service sent nothing more for too long.'],
  ['stream-interrupted', { reason: 'broken' }, 'The connection to the service was lost.'],
  ['stream-interrupted', { reason: 'of tomorrow' }, 'The connection ended too early.'],
  ['network-offline', {}, 'This computer is offline.'],
  ['disk-full', {}, 'The disk is full.'],
  ['attachment-missing', { name: 'a.txt' }, 'a.txt'],
  ['tool-rounds-reached', { rounds: 16 }, 'The model has called tools 16 times in a row.'],
])('an answer that %s %j interrupted says why, and goes on', async (code, details, words) => {
  const problem = new AppError(code, { details }).toData();
  const { bridge } = chatWorld({
    branch: [message('m0', 0), message('m1', 1, { state: 'interrupted', problem })],
  });
  bridge.answer({ 'chat.resume': () => ({ answerId: 'm2' }) });
  await openApp(bridge, place);
  const thread = within(await screen.findByRole('log'));
  const bar = within(await thread.findByRole('status'));
  bar.getByText('The answer was interrupted. What had arrived is kept.');
  bar.getByText(new RegExp(words.replaceAll('.', '\\.')), { selector: 'p' });
  fireEvent.click(bar.getByRole('button', { name: 'Details' }));
  bar.getByText(code);
  fireEvent.click(bar.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(inputs(bridge, 'chat.resume')).toEqual([{ messageId: 'm1' }]));
});

it('an answer of which nothing arrived says so, and is asked for again', async () => {
  const problem = new AppError('stream-interrupted', { details: { reason: 'silent' } }).toData();
  const ended = message('m1', 1, { state: 'interrupted', problem, content: '' });
  const { bridge } = chatWorld({ branch: [message('m0', 0), ended] });
  await openApp(bridge, place);
  const bar = within(await within(await screen.findByRole('log')).findByRole('status'));
  bar.getByText('The answer was interrupted before anything arrived.');
  bar.getByText('The service sent nothing more for too long. Ask again.');
  expect(bar.queryByText(/kept/)).toBeNull();
  bar.getByRole('button', { name: 'Ask again' });
});

// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import { chatWorld, message, place } from '../chat-world.ts';

async function failed(code: ErrorCode, details: Record<string, string | number>) {
  const host = 'ai.example.org';
  const problem = new AppError(code, { details: { host, ...details } }).toData();
  const answer = message('m1', 1, { state: 'failed', problem, content: '' });
  const { bridge } = chatWorld({ branch: [message('m0', 0), answer] });
  await openApp(bridge, place);
  return within(await within(await screen.findByRole('log')).findByRole('alert'));
}

it.each([
  [400, "Unsupported value: 'temperature' does not support 0.5 with this model."],
  [
    400,
    "[{'type': 'extra_forbidden', 'loc': ('body', 'foo'), 'msg': 'Extra inputs are not permitted'}]",
  ],
  [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  [404, 'No endpoints found that support tool use.'],
  [422, 'body.seed: not a number'],
])(
  'a %i with a reason says it at once, and leads to the parameters: %s',
  async (status, server) => {
    const code = status === 404 ? 'http-not-found' : 'http-status';
    const bar = await failed(code, { status, server });
    bar.getByText('ai.example.org refused this request.');
    bar.getByText(`It says: ${server} Change or remove what it names`, { exact: false });
    expect(bar.queryByText(/Try again later/)).toBeNull();
    const log = within(screen.getByRole('log'));
    fireEvent.click(log.getByRole('button', { name: 'Parameters' }));
    await screen.findByRole('dialog', { name: 'Parameters' });
  },
);

it.each<[ErrorCode, Record<string, string | number>, string]>([
  ['http-status', { status: 402, server: 'Insufficient credits.' }, 'Insufficient credits.'],
  ['http-forbidden', { status: 403, server: 'Input was flagged.' }, 'Input was flagged.'],
  ['http-status', { status: 500, server: 'Out of memory.' }, 'Out of memory.'],
  ['stream-error', { server: 'Engine died.' }, 'Engine died.'],
])(
  '%s %j has the words of the server, and nothing about parameters',
  async (code, details, words) => {
    const bar = await failed(code, details);
    bar.getByText(`It says: ${words}`, { exact: false });
    const log = within(screen.getByRole('log'));
    expect(log.queryByRole('button', { name: 'Parameters' })).toBeNull();
  },
);

it('a 4xx without words is not said to work later', async () => {
  const bar = await failed('http-status', { status: 400 });
  bar.getByText(/The same request would be refused again/);
  expect(bar.queryByText(/Try again later/)).toBeNull();
});

it('where nothing is at an address, that is said', async () => {
  const bar = await failed('http-not-found', { status: 404, server: 'Not Found' });
  bar.getByText(/Check the addresses/);
});

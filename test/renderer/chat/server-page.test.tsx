// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ToolForm } from '../../../preload/contract/chat/tool-forms.ts';
import { openApp } from '../app.tsx';
import { chatWorld, composer, inputs, message, place } from './chat-world.ts';

const url = 'https://xn--pple-43d.example:8443/start?a=1';
const form: ToolForm = {
  ...{ id: 'f1', conversationId: 'c1', tool: 'book', message: 'Sign in\u202e here.', fields: [] },
  server: { name: 'rooms', where: 'npx rooms' },
  page: { url, host: 'xn--pple-43d.example:8443', readable: '\u0430pple.example', opened: false },
};

/** A conversation in which this page waits. */
async function openPage(page: Partial<NonNullable<ToolForm['page']>> = {}, words = form.message) {
  const { bridge } = chatWorld({
    branch: [message('m0', 0), message('m1', 1, { state: 'complete' })],
    change: { streaming: true },
  });
  let waiting = [form].map((one) => ({
    ...{ ...one, message: words },
    page: one.page && { ...one.page, ...page },
  }));
  bridge.answer({
    'tools.snapshot': () => [],
    'toolForms.snapshot': () => waiting,
    'toolForms.answer': ({ id }) => {
      waiting = waiting.filter((one) => one.id !== id);
      bridge.emit('toolForms.changed', waiting);
    },
    'app.openExternal': () => ({ opened: true, address: null }),
  });
  await openApp(bridge, place);
  await composer();
  return bridge;
}

const dock = async () =>
  within(await screen.findByRole('region', { name: '“rooms” asks you to open a page' }));
const gone = () => waitFor(() => expect(screen.queryByText(/asks you to open a page/)).toBeNull());
const accepted = [{ id: 'f1', answer: { kind: 'accept', values: [] } }];

it('a page stands outside of the thread with its whole address and its host apart, and opens after a press and a question', async () => {
  const bridge = await openPage();
  const box = await dock();
  expect(box.getByText('npx rooms')).toBeTruthy();
  expect(box.getByText(/Sign in.*202E/i)).toBeTruthy();
  expect(box.getByText(url)).toBeTruthy();
  expect(box.getByText('xn--pple-43d.example:8443', { selector: 'strong' })).toBeTruthy();
  expect(box.getByText('in its own letters: \u0430pple.example')).toBeTruthy();
  expect(box.queryByRole('link')).toBeNull();
  expect(within(screen.getByRole('log')).queryByText(/Sign in/)).toBeNull();
  fireEvent.click(box.getByRole('button', { name: 'Open…' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(inputs(bridge, 'app.openExternal')).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(inputs(bridge, 'toolForms.answer')).toEqual([]);
  fireEvent.click(box.getByRole('button', { name: 'Open…' }));
  const again = within(await screen.findByRole('alertdialog'));
  fireEvent.click(again.getByRole('button', { name: /^Open/ }));
  await gone();
  expect(inputs(bridge, 'app.openExternal')).toEqual([{ url }]);
  expect(inputs(bridge, 'toolForms.answer')).toEqual(accepted);
});

it.each([
  ['Decline', 'decline'],
  ['Don’t answer', 'cancel'],
])('a page is answered by %s without being opened', async (name, kind) => {
  const bridge = await openPage();
  fireEvent.click((await dock()).getByRole('button', { name }));
  await gone();
  expect(inputs(bridge, 'toolForms.answer')).toEqual([{ id: 'f1', answer: { kind } }]);
  expect(inputs(bridge, 'app.openExternal')).toEqual([]);
});

it('a page that was opened goes on by a press, and may be opened again before', async () => {
  const bridge = await openPage({ opened: true, readable: null });
  const box = await dock();
  expect(box.getByText(/^You opened this page/)).toBeTruthy();
  expect(box.queryByText(/in its own letters/)).toBeNull();
  fireEvent.click(box.getByRole('button', { name: 'Open again…' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: /^Open/ }));
  await waitFor(() => expect(inputs(bridge, 'app.openExternal')).toEqual([{ url }]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(inputs(bridge, 'toolForms.answer')).toEqual([]);
  fireEvent.click(box.getByRole('button', { name: 'I’m done, continue' }));
  await gone();
  expect(inputs(bridge, 'toolForms.answer')).toEqual(accepted);
});

it('a page is gone to by the command, to what opens and sends nothing; the focus goes back to the message', async () => {
  const bridge = await openPage();
  const box = await dock();
  fireEvent.keyDown(document.body, { key: 'a', code: 'KeyA', ctrlKey: true, shiftKey: true });
  const cancel = box.getByRole('button', { name: 'Don’t answer' });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
  expect(inputs(bridge, 'toolForms.answer')).toEqual([]);
  fireEvent.click(cancel);
  await gone();
  await waitFor(async () => expect(document.activeElement).toBe(await composer()));
});

it('the words of a server that do not fit are reached and scrolled by the keyboard', async () => {
  await openPage({}, 'A long line. '.repeat(100));
  const words = (await dock()).getByText(/^A long line/).closest('[tabindex="0"]');
  expect(words).not.toBeNull();
});

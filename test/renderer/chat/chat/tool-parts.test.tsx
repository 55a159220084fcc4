// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { ToolCall } from '../../../../preload/contract/chat/conversation.ts';
import { openApp } from '../../app.tsx';
import { chatWorld, inputs, message, place } from '../chat-world.ts';

const hash = (letter: string): string => letter.repeat(64);
const image = (at: number): Attachment => ({
  ...{ name: `draw-${at}.png`, kind: 'image', encoding: null, text: null, images: [] },
  ...{ pages: null, mode: 'whole', callId: 'c1' },
  file: {
    ...{ hash: hash('a'), type: 'image/png', size: 2_000 },
    ...{ width: 640, height: 480, characters: null, tokens: 100 },
  },
});
const link = (uri: string, name = '', type = '') => ({ uri, name, type });

async function opened(call: Partial<ToolCall>, attachments: Attachment[] = []) {
  const plain = { id: 'c1', name: 'plots__draw', arguments: '{}', state: 'done' as const };
  const toolCalls = [{ ...plain, result: 'Drawn.', ...call }];
  const { bridge } = chatWorld({
    branch: [message('m0', 0), message('m1', 1, { toolCalls, attachments })],
  });
  bridge.answer({
    'app.openExternal': () => ({ opened: true, address: null }),
    'attachments.read': () => ({ bytes: new Uint8Array(2_000), size: 2_000 }),
    'attachments.discard': () => undefined,
  });
  await openApp(bridge, place);
  const list = within(await screen.findByRole('list', { name: 'Tools called' }));
  return { bridge, list };
}

it('an image of a result is named and drawn only when the user asks for it', async () => {
  const { bridge, list } = await opened({}, [image(1)]);
  await list.findByText('640 × 480, 2 KB');
  expect(document.querySelector('article img')).toBeNull();
  expect(inputs(bridge, 'attachments.read')).toEqual([]);
  fireEvent.click(list.getByRole('button', { name: 'Show draw-1.png' }));
  await waitFor(() => expect(inputs(bridge, 'attachments.read')).not.toEqual([]));
  list.getByRole('button', { name: 'Open draw-1.png' });
  fireEvent.click(list.getByRole('button', { name: 'Hide draw-1.png' }));
  expect(list.queryByRole('button', { name: 'Open draw-1.png' })).toBeNull();
});

it('of many images and links four are listed at first', async () => {
  const { list } = await opened(
    { links: Array.from({ length: 20 }, (_, at) => link(`test://${at}`)) },
    Array.from({ length: 3 }, (_, at) => image(at + 1)),
  );
  const rows = within(await list.findByRole('list', { name: 'Images and links of the result' }));
  expect(rows.getAllByRole('listitem')).toHaveLength(4);
  fireEvent.click(list.getByRole('button', { name: 'Show 19 more' }));
  expect(rows.getAllByRole('listitem')).toHaveLength(23);
});

it('a link shows its whole address, and its server is asked when the user presses', async () => {
  const { bridge, list } = await opened({
    ...{ links: [link('test://notes.txt', 'Notes', 'text/plain')], serverId: 's1' },
  });
  const source = { server: 'Plots', uri: 'test://notes.txt' };
  const text: Attachment = {
    ...{ ...image(1), name: 'notes.txt', kind: 'text', encoding: 'utf-8', source },
    file: { ...image(1).file, hash: hash('b'), type: 'text/plain', characters: 5, size: 5 },
  };
  bridge.answer({
    'toolServers.readResource': () => ({ files: [text], leftOut: 2 }),
    'attachments.read': () => ({ bytes: Uint8Array.from([72, 101, 108, 108, 111]), size: 5 }),
  });
  await list.findByText('test://notes.txt');
  list.getByText('text/plain');
  expect(inputs(bridge, 'toolServers.readResource')).toEqual([]);
  fireEvent.click(list.getByRole('button', { name: 'Read Notes from the server' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Hello');
  expect(inputs(bridge, 'toolServers.readResource')).toEqual([
    { id: 's1', uri: 'test://notes.txt' },
  ]);
  list.getByText(/2 parts were left out/);
  // the same comes again: it is kept for as long as the row is there
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  fireEvent.click(list.getByRole('button', { name: 'Read Notes from the server' }));
  await within(await screen.findByRole('dialog')).findByText('Hello');
  expect(inputs(bridge, 'attachments.discard')).toEqual([]);
});

it('what comes once the row is gone is forgotten', async () => {
  const { bridge, list } = await opened({
    links: [link('test://late.txt', 'Late')],
    serverId: 's1',
  });
  const late = image(1);
  let come: () => void = () => undefined;
  const coming = new Promise<void>((resolve) => {
    come = resolve;
  });
  bridge.answer({
    'toolServers.readResource': async () => {
      await coming;
      return { files: [late], leftOut: 0 };
    },
    'attachments.discard': () => undefined,
  });
  fireEvent.click(await list.findByRole('button', { name: 'Read Late from the server' }));
  cleanup();
  come();
  await waitFor(() =>
    expect(inputs(bridge, 'attachments.discard')).toEqual([{ hashes: [late.file.hash] }]),
  );
});

it('a page of the web is opened after the usual question', async () => {
  const { bridge, list } = await opened({ links: [link('https://example.org/a', 'A page')] });
  fireEvent.click(await list.findByRole('button', { name: 'Open A page in the browser' }));
  const question = within(await screen.findByRole('alertdialog'));
  await question.findAllByText('example.org', { selector: 'strong' });
  expect(inputs(bridge, 'app.openExternal')).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: /^Open/ }));
  await waitFor(() =>
    expect(inputs(bridge, 'app.openExternal')).toEqual([{ url: 'https://example.org/a' }]),
  );
});

it('other addresses lead nowhere by themselves, and names show what they hide', async () => {
  const { list } = await opened({
    links: [
      link('javascript:alert(1)', 'run\u202etxt.exe'),
      link('file:///etc/passwd'),
      link('https://user:secret@tracker.invalid/x'),
    ],
  });
  await list.findByText('javascript:alert(1)');
  const rows = within(list.getByRole('list', { name: 'Images and links of the result' }));
  expect(rows.queryByRole('button')).toBeNull();
  expect(rows.queryByRole('link')).toBeNull();
  expect(list.queryByText(/\u202e/)).toBeNull();
});

it('data of a result is a tree, without the text that says the same', async () => {
  const structured = '{"weather":{"temperature":36,"days":["mo","tu"]}}';
  const { list } = await opened({ structured, result: structured });
  fireEvent.click(list.getByRole('button', { name: /^plots__draw/ }));
  const tree = within(await list.findByRole('group', { name: 'Data' }));
  await tree.findByText('36');
  tree.getByText('list of 2');
  expect(list.queryByRole('group', { name: 'Result' })).toBeNull();
});

it('data beside another text leaves both', async () => {
  const { list } = await opened({ structured: '{"sum":3}', result: 'The sum is three.' });
  fireEvent.click(list.getByRole('button', { name: /^plots__draw/ }));
  await within(await list.findByRole('group', { name: 'Data' })).findByText('3');
  list.getByRole('group', { name: 'Result' });
});

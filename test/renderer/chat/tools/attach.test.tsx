// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { ServerResource, ToolServer } from '../../../../preload/contract/chat/tool-servers.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import { at, chatWorld, composer, inputs, message, place } from '../chat-world.ts';

const server = (id: string, change: Partial<ToolServer> = {}): ToolServer => ({
  ...{ id, name: `server ${id}`, systemId: null, slug: id, state: 'running', problem: null },
  ...{ signIn: null, retryAt: null, failures: 0, program: null, answered: null, leftOut: 0 },
  target: { kind: 'http', url: 'http://notes.example/mcp', certificate: false, headers: [] },
  running: { since: at, pid: null, protocol: '2026-07-28', says: 'notes 1.0', prompts: [] },
  ...change,
});
const idle = { state: 'idle', running: null } as const;
const resource = (uri: string, name = '', more: Partial<ServerResource> = {}): ServerResource => ({
  ...{ uri, name, description: '', type: '', size: null },
  ...more,
});
const copy = (letter: string, name: string): Attachment => ({
  ...{ name, kind: 'text', encoding: 'utf-8', text: null, images: [], pages: null, mode: 'whole' },
  file: {
    ...{ hash: letter.repeat(64), type: 'text/plain', size: 5 },
    ...{ width: null, height: null, characters: 5, tokens: 2 },
  },
  source: { server: 'server a', uri: 'test://notes\u202e.txt' },
});

function bytesOf(this: File): Promise<ArrayBuffer> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(this);
  });
}

/** A conversation over these servers, in which files are taken in. */
async function openWith(servers: ToolServer[], attachments: Attachment[] = []) {
  const { bridge } = chatWorld({
    branch: [message('m0', 0, { attachments }), message('m1', 1)],
  });
  bridge.answer({
    'toolServers.snapshot': () => servers,
    'attachments.read': () => ({ bytes: Uint8Array.from([72, 101, 108, 108, 111]), size: 5 }),
    'attachments.begin': () => ({ uploadId: 'u' }),
    'attachments.append': () => undefined,
    'attachments.cancel': () => undefined,
    'attachments.discard': () => undefined,
    'attachments.finish': () => ({ ...copy('d', '').file, tokens: 40_000 }),
  });
  // bytes of the page's own kind, as a browser's are
  class Encoder {
    encode(text: string): Uint8Array {
      return Uint8Array.from(Buffer.from(text));
    }
  }
  vi.stubGlobal('TextEncoder', Encoder);
  onTestFinished(() => void vi.unstubAllGlobals());
  // jsdom's files have no bytes to ask for
  if (!('arrayBuffer' in File.prototype)) {
    Object.assign(File.prototype, { arrayBuffer: bytesOf });
    onTestFinished(() => void Reflect.deleteProperty(File.prototype, 'arrayBuffer'));
  }
  await openApp(bridge, place);
  await composer();
  return bridge;
}

/** The attach menu, opened as by the keyboard. */
async function menu() {
  const [button] = await screen.findAllByRole('button', { name: 'Attach files' });
  if (button === undefined) throw new Error('no button');
  button.focus();
  fireEvent.keyDown(button, { key: 'Enter' });
  return within(await screen.findByRole('menu'));
}

async function dialog() {
  const items = await menu();
  fireEvent.click(await items.findByRole('menuitem', { name: /^From a tool server…/ }));
  return within(await screen.findByRole('dialog', { name: 'Attach from a tool server' }));
}

const offered = [
  resource('test://notes', 'Notes\u202etxt.exe', { type: 'text/plain', size: 7 }),
  resource('test://plan', '', { description: 'What is next.' }),
];

it('what a running server has is listed, found by its words, and attached by a press as any file is', async () => {
  const bridge = await openWith([server('a')]);
  bridge.answer({
    'toolServers.listResources': () => ({ resources: offered, templates: [], leftOut: 3 }),
    'toolServers.readResource': () => ({ files: [copy('a', 'notes.txt')], leftOut: 0 }),
  });
  const box = await dialog();
  const list = within(await box.findByRole('list', { name: 'What server a offers' }));
  expect(list.getByText(/Notes⟨U\+202E⟩txt\.exe/)).toBeTruthy();
  expect(box.getByText(/^3 entries are left out/)).toBeTruthy();
  const search = box.getByRole('searchbox', { name: 'Search' });
  fireEvent.change(search, { target: { value: 'zebra' } });
  expect(box.getByText('Nothing matches “zebra”.')).toBeTruthy();
  fireEvent.change(search, { target: { value: 'NEXT' } });
  expect(list.getAllByRole('button')).toHaveLength(1);
  expect(inputs(bridge, 'toolServers.readResource')).toEqual([]);
  fireEvent.click(list.getByRole('button', { name: 'Attach test://plan' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs(bridge, 'toolServers.readResource')).toEqual([{ id: 'a', uri: 'test://plan' }]);
  // read here: a long text goes in parts, and its copy of other bytes is not kept
  await waitFor(() =>
    expect(inputs(bridge, 'drafts.set').at(-1)).toMatchObject({
      attachments: [
        {
          ...{ name: 'notes.txt', mode: 'reference', file: { hash: 'd'.repeat(64) } },
          source: { server: 'server a', uri: 'test://notes\u202e.txt' },
        },
      ],
    }),
  );
  expect(inputs(bridge, 'attachments.discard')).toEqual([{ hashes: ['a'.repeat(64)] }]);
  const chip = screen.getByRole('button', { name: /notes\.txt.*from server a: .*%E2%80%AE/ });
  fireEvent.click(chip);
  const detail = within(await screen.findByRole('dialog', { name: 'notes.txt' }));
  expect(detail.getByText(/^from server a: .test:\/\/notes%E2%80%AE\.txt.$/)).toBeTruthy();
});

it('who leaves while a copy is loaded attaches nothing, and main forgets it', async () => {
  const bridge = await openWith([server('a')]);
  let loaded = (): void => undefined;
  const loading = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  bridge.answer({
    'toolServers.listResources': () => ({ resources: offered, templates: [], leftOut: 0 }),
    'toolServers.readResource': () => ({ files: [copy('a', 'notes.txt')], leftOut: 0 }),
    'attachments.read': async () => {
      await loading;
      return { bytes: new Uint8Array([1]), size: 1 };
    },
  });
  const box = await dialog();
  fireEvent.click(await box.findByRole('button', { name: 'Attach test://plan' }));
  await waitFor(() => expect(inputs(bridge, 'attachments.read')).toHaveLength(1));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  loaded();
  await waitFor(() =>
    expect(inputs(bridge, 'attachments.discard')).toEqual([{ hashes: ['a'.repeat(64)] }]),
  );
  expect(inputs(bridge, 'attachments.begin')).toEqual([]);
});

it('a server that does not run is started by a press alone; what fails says why and stays', async () => {
  const bridge = await openWith([server('a', idle), server('b', { state: 'off', running: null })]);
  bridge.answer({
    'toolServers.listResources': () => {
      throw new AppError('tool-server-silent', { details: { name: 'server a', seconds: 30 } });
    },
  });
  const box = await dialog();
  await box.findByText(/^server a is not running/);
  // the one that is off is none to choose
  expect(box.queryByRole('combobox')).toBeNull();
  expect(inputs(bridge, 'toolServers.listResources')).toEqual([]);
  fireEvent.click(box.getByRole('button', { name: 'Start' }));
  expect(await box.findByText(/did not answer within 30 seconds/)).toBeTruthy();
  bridge.answer({
    'toolServers.listResources': () => ({ resources: [], templates: [], leftOut: 0 }),
  });
  fireEvent.click(box.getByRole('button', { name: 'Start' }));
  expect(await box.findByText('server a offers nothing to attach.')).toBeTruthy();
});

it('one of several servers is chosen; what cannot be read says why, and what is left out is said', async () => {
  const bridge = await openWith([server('a', idle), server('b')]);
  bridge.answer({
    'toolServers.listResources': ({ id }) => ({
      resources: [resource(`test://${id}`)],
      ...{ templates: [], leftOut: 0 },
    }),
    'toolServers.readResource': () => {
      throw new AppError('attachment-unsupported', { details: { name: 'b' } });
    },
  });
  const box = await dialog();
  // the running one comes first
  const press = async () =>
    fireEvent.click(await box.findByRole('button', { name: 'Attach test://b' }));
  await press();
  expect(await box.findByRole('alert')).toBeTruthy();
  bridge.answer({
    'toolServers.readResource': () => ({ files: [copy('a', 'b.txt')], leftOut: 2 }),
  });
  await press();
  expect(await box.findByText(/^2 parts were left out/)).toBeTruthy();
  fireEvent.change(box.getByRole('combobox', { name: 'Server' }), { target: { value: 'a' } });
  fireEvent.click(await box.findByRole('button', { name: 'Start' }));
  expect(await box.findByRole('button', { name: 'Attach test://a' })).toBeTruthy();
});

it('what comes after the dialog was left is not attached', async () => {
  const bridge = await openWith([server('a')]);
  let come: (() => void) | undefined;
  bridge.answer({
    'toolServers.listResources': () => ({ resources: offered, templates: [], leftOut: 0 }),
    'toolServers.readResource': () =>
      new Promise((resolve) => {
        come = () => resolve({ files: [copy('a', 'late.txt')], leftOut: 0 });
      }),
  });
  const box = await dialog();
  fireEvent.click(await box.findByRole('button', { name: 'Attach test://plan' }));
  await waitFor(() => expect(come).toBeDefined());
  fireEvent.click(box.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  come?.();
  await waitFor(() =>
    expect(inputs(bridge, 'attachments.discard')).toEqual([{ hashes: ['a'.repeat(64)] }]),
  );
  expect(screen.queryByText('late.txt')).toBeNull();
  expect(inputs(bridge, 'attachments.begin')).toEqual([]);
});

it('a sent copy says where it came from, a picture too', async () => {
  const picture: Attachment = {
    ...copy('b', 'plot'),
    ...{ kind: 'image', encoding: null },
    file: { ...copy('b', '').file, type: 'image/png', width: 4, height: 4, characters: null },
  };
  await openWith([], [copy('a', 'notes.txt'), picture]);
  const log = within(screen.getByRole('log'));
  expect(log.getByRole('button', { name: /notes\.txt.*from server a/ })).toBeTruthy();
  expect(log.getByRole('button', { name: 'Open plot' }).title).toMatch(/^from server a: /);
});

it.each([
  ['there is none', []],
  ['all are off', [server('a', { state: 'off', running: null })]],
  ['it is of another system', [server('a', { systemId: 'another' })]],
])('the menu does not offer servers where %s', async (_, servers) => {
  const bridge = await openWith(servers);
  const items = await menu();
  await waitFor(() => expect(inputs(bridge, 'toolServers.snapshot')).toHaveLength(1));
  act(() => bridge.emit('toolServers.changed', servers));
  expect(items.getAllByRole('menuitem')).toHaveLength(2);
  act(() => bridge.emit('toolServers.changed', [...servers, server('b')]));
  expect(items.getAllByRole('menuitem')).toHaveLength(3);
});

it('a template is filled in where it stands, and what is at the address is attached', async () => {
  const bridge = await openWith([server('a')]);
  const template = 'test://logs/{day}{?constructor,level}';
  bridge.answer({
    'toolServers.listResources': () => ({
      ...{ resources: [], leftOut: 0 },
      templates: [{ template, name: 'Logs', description: 'Of one day.', type: 'text/plain' }],
    }),
    'toolServers.readResource': () => ({ files: [copy('a', 'notes.txt')], leftOut: 0 }),
  });
  // the form of the dialog stands in that of the message, which is being written
  fireEvent.change(await composer(), { target: { value: 'half a question' } });
  const box = await dialog();
  expect(await box.findByText('Of one day.')).toBeTruthy();
  fireEvent.click(box.getByRole('button', { name: 'Fill in Logs' }));
  const form = within(box.getByRole('form', { name: 'Logs' }));
  const attach = form.getByRole('button', { name: 'Attach' });
  expect(attach.hasAttribute('disabled')).toBe(true);
  fireEvent.change(form.getByRole('textbox', { name: 'day' }), { target: { value: '1/2 ü' } });
  expect(form.getByText('test://logs/1%2F2%20%C3%BC')).toBeTruthy();
  fireEvent.change(form.getByRole('textbox', { name: 'level' }), { target: { value: 'x&y' } });
  fireEvent.click(attach);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs(bridge, 'toolServers.readResource')).toEqual([
    { id: 'a', uri: 'test://logs/1%2F2%20%C3%BC?level=x%26y' },
  ]);
  expect(inputs(bridge, 'chat.send')).toEqual([]);
  expect((await composer()).value).toBe('half a question');
});

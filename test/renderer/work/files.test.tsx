// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FileEntry, FilesState, Transfer } from '../../../preload/contract/work/files.ts';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

const at = new Date(2026, 10, 20, 18, 1).getTime();
const entry = (name: string, change: Partial<FileEntry> = {}): FileEntry => ({
  name,
  kind: 'file',
  size: 2048,
  changedAt: at,
  mode: '-rw-r--r--',
  ...change,
});
const transfer = (id: string, change: Partial<Transfer> = {}): Transfer => ({
  id,
  systemId: 'alpha',
  machine: 'gpu-main',
  direction: 'up',
  name: `${id}.csv`,
  savedAs: null,
  folder: '/data/msato',
  size: null,
  moved: 0,
  rate: null,
  resumes: false,
  state: 'asks',
  problem: null,
  conflict: {
    there: { size: 2048, changedAt: at },
    here: { size: 1024, changedAt: at - 3_600_000 },
  },
  ...change,
});

const folders: Record<string, FileEntry[]> = {
  '/data/msato': [
    entry('train.sh'),
    entry('実験メモ.md'),
    entry('logs', { kind: 'folder' }),
    entry('angle-sweep-of-the-wing.1394004.3.out'),
    entry('\u202egnp.\x1b[31mexe'),
  ],
  '/data/msato/logs': [],
  '/data': [entry('msato', { kind: 'folder' })],
};

function filesWorld(state: Partial<FilesState> = {}) {
  const alpha = system('alpha', 'Alpha', { computeApi: { family: 'field' } });
  const { bridge } = createWorld({ systems: [alpha] });
  const whole: FilesState = { asksFolder: true, folder: '/u/work', transfers: [], ...state };
  bridge.answer({
    'files.snapshot': () => whole,
    'files.machines': () => ['gpu-main', 'login-1'],
    'files.home': () => '/data/msato',
    'files.list': ({ path }) => ({
      entries: folders[path] ?? [],
      leftOut: path === '/data' ? 3 : 0,
    }),
    'files.listHere': ({ way }) => ({
      entries: way.length === 0 ? [entry('results.csv'), entry('data', { kind: 'folder' })] : [],
      leftOut: 0,
    }),
    'files.preview': () => ({
      kind: 'text',
      text: 'echo one\n',
      size: 9,
      whole: true,
      hash: 'a'.repeat(64),
    }),
    'files.upload': () => ({ leftOut: 0 }),
    'files.download': () => ({ leftOut: 2 }),
    'files.makeFolderHere': () => undefined,
    'files.pause': () => undefined,
    'files.retry': () => undefined,
    'files.save': () => ({ kind: 'saved', path: '/x' }),
    'files.answer': () => undefined,
    'files.remove': () => undefined,
    'files.rename': () => undefined,
    'files.saveText': () => ({ hash: 'b'.repeat(64) }),
  });
  const inputs = (name: string) =>
    bridge.calls.filter((one) => one.name === name).map(({ input }) => input);
  return { bridge, inputs };
}

const there = () => screen.findByRole('region', { name: 'On the system' });
const inThere = async () => within(await there());
const row = async (name: string) => (await inThere()).findByText(name);

describe('where there is the screen', () => {
  it('say what the system lacks where an address leads to them', async () => {
    const { bridge } = createWorld({ systems: [system('alpha', 'Alpha', { computeApi: null })] });
    await openApp(bridge, '#/files');
    expect(await screen.findByText('Alpha has no API for files')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Edit Alpha' }));
    await waitFor(() => expect(window.location.hash).toBe('#/systems/alpha'));
  });

  it('a system without such an API shows it nowhere, and its keys do nothing', async () => {
    const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
    await openApp(bridge, '#/machines');
    await screen.findByRole('heading', { name: 'Machines' });
    expect(screen.queryByRole('button', { name: 'Files' })).toBeNull();
    fireEvent.keyDown(document.body, { key: '8', ctrlKey: true });
    expect(window.location.hash).toBe('#/machines');
  });

  it('mod+8 opens it elsewhere', async () => {
    const { bridge } = filesWorld();
    await openApp(bridge, '#/machines');
    await screen.findByRole('button', { name: 'Files' });
    fireEvent.keyDown(document.body, { key: '8', ctrlKey: true });
    await row('train.sh');
  });
});

describe('both sides', () => {
  it('a folder opens, and Backspace and the way lead back', async () => {
    const { bridge } = filesWorld();
    await openApp(bridge, '#/files');
    fireEvent.click(await row('logs'));
    await (await inThere()).findByText('Empty. Drop files here.');
    fireEvent.keyDown(await there(), { key: 'Backspace' });
    await row('train.sh');
    fireEvent.click((await inThere()).getByRole('button', { name: 'data' }));
    await (await inThere()).findByText('3 entries are not shown.');
  });

  it('the focus stays in the pane: on the first row of a folder, and on the folder that was left', async () => {
    const { bridge } = filesWorld();
    await openApp(bridge, '#/files');
    const logs = (await row('logs')).closest('button');
    act(() => logs?.focus());
    fireEvent.click(logs as HTMLElement);
    await (await inThere()).findByText('Empty. Drop files here.');
    expect(document.activeElement?.getAttribute('aria-current')).toBe('location');
    // it was no row: nothing takes the focus from where it is
    fireEvent.keyDown(document.activeElement as Element, { key: 'Backspace' });
    await row('train.sh');
    act(() => (document.activeElement as HTMLElement).blur());
    const first = (await row('train.sh')).closest('button');
    act(() => first?.focus());
    fireEvent.keyDown(first as HTMLElement, { key: 'Backspace' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('msato'));
  });

  it('what would not be seen in a name is written out', async () => {
    const { bridge } = filesWorld();
    await openApp(bridge, '#/files');
    await row('\\u202egnp.\\x1b[31mexe');
  });

  it('a long name is cut before its end, and is read whole', async () => {
    const { bridge } = filesWorld();
    await openApp(bridge, '#/files');
    const name = 'angle-sweep-of-the-wing.1394004.3.out';
    const whole = await row(name);
    expect(whole.closest('[aria-hidden]')).toBeNull();
    const end = (await inThere()).getByText('394004.3.out');
    expect(end.closest('[aria-hidden]')).not.toBeNull();
    expect(end.className).not.toContain('truncate');
    expect(end.previousElementSibling?.textContent).toBe('angle-sweep-of-the-wing.1');
  });

  it('the title’s button names what will move, and F5 does it', async () => {
    const { bridge, inputs } = filesWorld();
    await openApp(bridge, '#/files');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select results.csv' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Upload 1 item' }));
    await waitFor(() =>
      expect(inputs('files.upload')).toEqual([
        {
          systemId: 'alpha',
          machine: 'gpu-main',
          folder: '/data/msato',
          way: [],
          names: ['results.csv'],
          folders: [],
        },
      ]),
    );
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select 実験メモ.md' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select train.sh' }));
    expect(await screen.findByRole('button', { name: 'Download 2 items' })).toBeTruthy();
    fireEvent.keyDown(await there(), { key: 'F5' });
    await waitFor(() => expect(inputs('files.download')).toHaveLength(1));
  });

  it('whole folders move too, and what was left out of them is said', async () => {
    const { bridge, inputs } = filesWorld();
    await openApp(bridge, '#/files');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select logs' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select train.sh' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Download 2 items' }));
    await waitFor(() =>
      expect(inputs('files.download')).toMatchObject([{ names: ['train.sh'], folders: ['logs'] }]),
    );
    await screen.findByText('2 links and special files were left out.');
  });

  it('a folder is made on this computer', async () => {
    const { bridge, inputs } = filesWorld();
    await openApp(bridge, '#/files');
    fireEvent.click(await screen.findByRole('button', { name: 'New folder on this computer' }));
    const dialog = await screen.findByRole('dialog', { name: 'New folder' });
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'runs' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(inputs('files.makeFolderHere')).toEqual([{ way: [], name: 'runs' }]),
    );
  });

  it('keys alone: Tab changes the pane, Space previews, Insert selects, F5 copies, F6 goes on', async () => {
    const { bridge, inputs } = filesWorld({ transfers: [transfer('one')] });
    await openApp(bridge, '#/files');
    const button = async (name: string) => (await screen.findByText(name)).closest('button');
    const focused = () => document.activeElement as HTMLElement;
    const own = await button('results.csv');
    const other = await button('train.sh');
    act(() => own?.focus());
    fireEvent.keyDown(focused(), { key: 'F5' });
    await waitFor(() => expect(inputs('files.upload')).toMatchObject([{ names: ['results.csv'] }]));
    fireEvent.keyDown(focused(), { key: 'Tab' });
    expect((await there()).contains(focused())).toBe(true);
    act(() => other?.focus());
    fireEvent.keyDown(focused(), { key: ' ' });
    await screen.findByRole('complementary', { name: 'Preview' });
    fireEvent.keyDown(focused(), { key: ' ' });
    await waitFor(() =>
      expect(screen.queryByRole('complementary', { name: 'Preview' })).toBeNull(),
    );
    fireEvent.keyDown(focused(), { key: 'Insert' });
    await screen.findByRole('button', { name: 'Download 1 item' });
    fireEvent.keyDown(focused(), { key: 'Tab' });
    expect(focused()).toBe(own);
    fireEvent.keyDown(focused(), { key: 'Tab' });
    expect(focused()).toBe(other);
    expect(fireEvent.keyDown(focused(), { key: 'Tab', shiftKey: true })).toBe(true);
    fireEvent.keyDown(focused(), { key: 'F6' });
    expect(focused().closest('section')?.getAttribute('aria-label')).toBe('Transfers');
    fireEvent.keyDown(focused(), { key: 'F6' });
    expect(focused()).toBe(own);
  });

  it('without a folder, one is asked for; a download is saved by the host', async () => {
    const { bridge, inputs } = filesWorld({ folder: null });
    await openApp(bridge, '#/files');
    await screen.findByText('No folder chosen');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select train.sh' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Download 1 item' }));
    await waitFor(() => expect(inputs('files.save')).toHaveLength(1));
  });

  it('a browser without folders has a place to drop files', async () => {
    const { bridge } = filesWorld({ folder: null, asksFolder: false });
    await openApp(bridge, '#/files');
    await screen.findByText('Drop files to upload to gpu-main');
    // the only list: Tab leaves it
    const row = (await screen.findByText('train.sh')).closest('button');
    act(() => row?.focus());
    expect(fireEvent.keyDown(row ?? document.body, { key: 'Tab' })).toBe(true);
    expect(document.activeElement).toBe(row);
  });
});

describe('changes', () => {
  it('Delete asks, names the machine, and Cancel has the focus', async () => {
    const { bridge, inputs } = filesWorld();
    await openApp(bridge, '#/files');
    const name = await row('logs');
    fireEvent.keyDown(name.closest('button') as HTMLElement, { key: 'Delete' });
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete logs?' });
    expect(dialog.textContent).toContain('gpu-main');
    expect(dialog.textContent).toContain('everything in it');
    expect(document.activeElement?.textContent).toBe('Cancel');
    expect(inputs('files.remove')).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete folder' }));
    await waitFor(() => expect(inputs('files.remove')).toMatchObject([{ kind: 'folder' }]));
  });

  it('F2 renames the file of the focused row', async () => {
    const { bridge, inputs } = filesWorld();
    await openApp(bridge, '#/files');
    fireEvent.keyDown((await row('train.sh')).closest('button') as HTMLElement, { key: 'F2' });
    const dialog = await screen.findByRole('dialog', { name: 'Rename train.sh' });
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'run.sh' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(inputs('files.rename')).toMatchObject([{ name: 'run.sh' }]));
  });

  it('a small text is edited over the content that was shown', async () => {
    const { bridge, inputs } = filesWorld();
    await openApp(bridge, '#/files');
    fireEvent.click(await row('train.sh'));
    const preview = within(await screen.findByRole('complementary', { name: 'Preview' }));
    await preview.findByText(/echo one/);
    fireEvent.click(preview.getByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit train.sh' });
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'echo two\n' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(inputs('files.saveText')).toMatchObject([
        { text: 'echo two\n', hash: 'a'.repeat(64) },
      ]),
    );
  });
});

describe('transfers', () => {
  it('a question shows both files, marks the newer one, and Overwrite is no first choice', async () => {
    const { bridge, inputs } = filesWorld({ transfers: [transfer('one')] });
    await openApp(bridge, '#/files');
    const list = within(await screen.findByRole('region', { name: 'Transfers' }));
    expect((await list.findByText('newer')).closest('dd')?.textContent).toContain('2 KB');
    expect(list.getByRole('status').textContent).toBe('1 needs your answer');
    const names = list.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names.filter(Boolean)).toEqual(['Skip', 'Keep both', 'Overwrite']);
    fireEvent.click(list.getByRole('button', { name: 'Keep both' }));
    await waitFor(() => expect(inputs('files.answer')).toEqual([{ ids: ['one'], choice: 'both' }]));
  });

  it('one answer can do for all that ask', async () => {
    const { bridge, inputs } = filesWorld({ transfers: ['a', 'b', 'c'].map((id) => transfer(id)) });
    await openApp(bridge, '#/files');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Same for the other 2' }));
    fireEvent.click(screen.getAllByRole('button', { name: 'Skip' })[0] as HTMLElement);
    await waitFor(() =>
      expect(inputs('files.answer')).toEqual([{ ids: ['a', 'b', 'c'], choice: 'skip' }]),
    );
  });

  it('one under way shows how far it is, and can be paused and continued', async () => {
    const half = { state: 'running', conflict: null, size: 4_194_304, moved: 1_048_576 } as const;
    const { bridge, inputs } = filesWorld({
      transfers: [
        transfer('down', { ...half, direction: 'down', resumes: true, rate: 1_048_576 }),
        transfer('up', { ...half, state: 'waiting', moved: 0 }),
        transfer('stopped', { ...half, state: 'paused', resumes: true }),
        transfer('cut', { ...half, state: 'failed', moved: 0 }),
      ],
    });
    await openApp(bridge, '#/files');
    const list = within(await screen.findByRole('region', { name: 'Transfers' }));
    expect((await list.findByText(/1 MB of 4 MB · 1 MB\/s · 3 s left/)).textContent).toBeTruthy();
    expect(list.getByRole('progressbar', { name: 'down.csv' })).toHaveProperty(
      'ariaValueNow',
      '25',
    );
    expect(list.getByRole('status').textContent).toBe('2 active · 1 paused · 1 ended');
    fireEvent.click(list.getByRole('button', { name: 'Pause all' }));
    fireEvent.click(list.getByRole('button', { name: 'Continue stopped.csv' }));
    fireEvent.click(list.getByRole('button', { name: 'Start cut.csv over' }));
    await waitFor(() =>
      expect(inputs('files.retry')).toEqual([{ ids: ['stopped'] }, { ids: ['cut'] }]),
    );
    expect(inputs('files.pause')).toEqual([{ ids: ['down', 'up'] }]);
  });

  it('the pause of one that cannot go on says that it starts over', async () => {
    const { bridge } = filesWorld({
      transfers: [transfer('up', { state: 'running', conflict: null, size: 9, moved: 3 })],
    });
    await openApp(bridge, '#/files');
    await screen.findByRole('button', { name: 'Pause up.csv. It starts over afterwards.' });
  });
});

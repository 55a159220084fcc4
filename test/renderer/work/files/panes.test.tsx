// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withResolvers } from '../../../../main/base/async/with-resolvers.ts';
import { openApp } from '../../app.tsx';
import { createWorld, system } from '../../world.ts';
import { filesWorld, inThere, row, there, transfer } from './files-world.ts';

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

describe('where the machine’s folder is not known yet', () => {
  it('the place to drop files is busy, and takes them once it is', async () => {
    const { bridge, inputs } = filesWorld({ folder: null, asksFolder: false });
    const { promise: home, resolve: tell } = withResolvers<string>();
    bridge.answer({
      'files.home': () => home,
      'files.uploadDropped': () => undefined,
    });
    await openApp(bridge, '#/files');
    const zone = await screen.findByRole('group', { name: /^Drop files to upload/ });
    const choose = within(zone).getByRole<HTMLButtonElement>('button', { name: 'Choose files' });
    expect(choose.disabled).toBe(true);
    await act(async () => tell('/data/msato'));
    await waitFor(() => expect(choose.disabled).toBe(false));
    const dataTransfer = { types: ['Files'], files: [new File(['a'], 'a.txt')] };
    fireEvent.drop(zone, { dataTransfer });
    await waitFor(() => expect(inputs('files.uploadDropped')).toMatchObject([{ name: 'a.txt' }]));
  });
});

describe('dragging', () => {
  /** Drags a row to the other side. */
  async function drag(name: string, to: 'This computer' | 'On the system') {
    const data = new Map<string, string>();
    const dataTransfer = {
      get types() {
        return [...data.keys()];
      },
      setData: (type: string, text: string) => void data.set(type, text),
      files: [],
    };
    const own = (await screen.findByText(name)).closest('tr') as HTMLElement;
    const other = await screen.findByRole('region', { name: to });
    const began = fireEvent.dragStart(own, { dataTransfer });
    fireEvent.dragEnter(other, { dataTransfer });
    const hint = within(other).queryByText(/^Drop to/)?.textContent ?? null;
    fireEvent.drop(other, { dataTransfer });
    return { began, hint };
  }

  it('a row goes to the other side, which says where a drop takes it', async () => {
    const { bridge, inputs } = filesWorld();
    await openApp(bridge, '#/files');
    expect(await drag('results.csv', 'On the system')).toEqual({
      began: true,
      hint: 'Drop to upload to /data/msato',
    });
    await waitFor(() => expect(inputs('files.upload')).toMatchObject([{ names: ['results.csv'] }]));
    expect(await drag('logs', 'This computer')).toEqual({
      began: true,
      hint: 'Drop to download to work',
    });
    await waitFor(() =>
      expect(inputs('files.download')).toMatchObject([{ names: [], folders: ['logs'] }]),
    );
  });

  it('one that is selected takes all that is selected along, another one goes alone', async () => {
    const { bridge, inputs } = filesWorld();
    await openApp(bridge, '#/files');
    const logs = await screen.findByRole('checkbox', { name: 'Select logs' });
    fireEvent.click(logs);
    await drag('train.sh', 'This computer');
    await waitFor(() =>
      expect(inputs('files.download')).toMatchObject([{ names: ['train.sh'], folders: [] }]),
    );
    // what is selected stays so
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select train.sh' }));
    await drag('train.sh', 'This computer');
    await waitFor(() =>
      expect(inputs('files.download')[1]).toMatchObject({ names: ['train.sh'], folders: ['logs'] }),
    );
    await waitFor(() => expect(logs).toHaveProperty('checked', false));
  });

  it('not to its own side, and in a browser no folder', async () => {
    const { bridge, inputs } = filesWorld({ folder: null, asksFolder: false });
    await openApp(bridge, '#/files');
    expect(await drag('train.sh', 'On the system')).toEqual({ began: true, hint: null });
    expect(await drag('logs', 'This computer')).toEqual({ began: false, hint: null });
    await drag('train.sh', 'This computer');
    await waitFor(() => expect(inputs('files.save')).toHaveLength(1));
    expect(inputs('files.upload')).toEqual([]);
    expect(inputs('files.download')).toEqual([]);
  });
});

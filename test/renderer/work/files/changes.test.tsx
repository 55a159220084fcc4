// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withResolvers } from '../../../../main/base/async/with-resolvers.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { openApp } from '../../app.tsx';
import { filesWorld, row, transfer } from './files-world.ts';

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

  it('a change that the system queues for long closes its dialog, and tells its failure later', async () => {
    const { bridge } = filesWorld();
    const queued = withResolvers<never>();
    bridge.answer({ 'files.remove': () => queued.promise });
    await openApp(bridge, '#/files');
    fireEvent.keyDown((await row('logs')).closest('button') as HTMLElement, { key: 'Delete' });
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete logs?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete folder' }));
    await screen.findByText(/has not finished yet/, {}, { timeout: 10_000 });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    queued.reject(new AppError('network-timeout', { details: { host: 'api.example' } }));
    await screen.findByText(/api\.example did not respond in time/);
  });

  it('a change that takes long is shown, and cancelled where the system can', async () => {
    const change = (name: string, cancels: boolean) => ({
      ...{ id: name, systemId: 'alpha', machine: 'cpu-main', kind: 'delete' as const },
      ...{ name, startedAt: Date.now(), cancels },
    });
    const { bridge, inputs } = filesWorld({
      changes: [change('logs', true), change('old', false)],
    });
    const queued = withResolvers<never>();
    bridge.answer({
      'files.remove': () => queued.promise,
      'files.cancelChange': () => queued.reject(new AppError('cancelled')),
    });
    await openApp(bridge, '#/files');
    fireEvent.keyDown((await row('logs')).closest('button') as HTMLElement, { key: 'Delete' });
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete logs?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete folder' }));
    await screen.findByText(/has not finished yet/, {}, { timeout: 10_000 });
    const panel = within(screen.getByRole('region', { name: 'Transfers' }));
    expect(panel.getByText('Deleting old')).toBeTruthy();
    expect(panel.getByRole('status').textContent).toBe('2 changes under way');
    expect(panel.queryByRole('button', { name: 'Cancel the change of old' })).toBeNull();
    const lists = inputs('files.list').length;
    fireEvent.click(panel.getByRole('button', { name: 'Cancel the change of logs' }));
    await waitFor(() => expect(inputs('files.cancelChange')).toEqual([{ id: 'logs' }]));
    await waitFor(() => expect(inputs('files.list').length).toBeGreaterThan(lists));
    expect(screen.queryByRole('alert')).toBeNull();
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
  it('that the system runs as jobs say what closing the app does to them', async () => {
    const running = { state: 'running', conflict: null, size: 9, moved: 9 } as const;
    const { bridge } = filesWorld({
      transfers: [
        transfer('up', { ...running, job: '71' }),
        transfer('down', { ...running, direction: 'down', job: '72' }),
      ],
    });
    await openApp(bridge, '#/files');
    await screen.findByText('Waits for job 71 of the system, which goes on if the app closes');
    await screen.findByText('Waits for job 72 of the system, which is cancelled if the app closes');
  });

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

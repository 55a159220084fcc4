// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../preload/contract/errors.ts';
import { openApp, paletteField } from './app.tsx';
import { toolServer } from './chat/tools/tool-server.ts';
import { transfer } from './work/files/files-world.ts';
import { certificate, createWorld, machine, system } from './world.ts';

const machines = [machine('Altair', 'OK', 'up'), machine('Capella', 'NG', 'down', 'Power cut')];
const world = {
  systems: [system('alpha', 'Alpha', { certificateId: 'c1' }), system('beta', 'Beta')],
  certificates: [certificate('c1', 'Mine', { usedBy: ['alpha'] })],
  machines,
};
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

describe('the frame', () => {
  it('says how many machines are not up', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    expect(await screen.findByRole('button', { name: /Machines.*1 not up/ })).toBeTruthy();
  });

  it('says how many transfers ask, and how many tool servers of this system failed', async () => {
    const alpha = system('alpha', 'Alpha', { computeApi: { family: 'field' } });
    const { bridge } = createWorld({ systems: [alpha, system('beta', 'Beta')] });
    bridge.answer({
      'files.snapshot': () => ({
        asksFolder: true,
        folder: null,
        changes: [],
        transfers: [transfer('one'), transfer('two'), transfer('three', { state: 'running' })],
      }),
      'toolServers.snapshot': () => [
        toolServer('mine', { state: 'failed', systemId: 'alpha' }),
        toolServer('shared', { state: 'retry' }),
        toolServer('other', { state: 'failed', systemId: 'beta' }),
        toolServer('well', { state: 'running' }),
      ],
    });
    await openApp(bridge);
    expect(await screen.findByRole('button', { name: 'Files, 2 transfers ask' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Tools, 2 tool servers failed' })).toBeTruthy();
  });

  it('goes to screens by keys and keeps the place in the address', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    press('6', { ctrlKey: true });
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeTruthy();
    expect(window.location.hash).toBe('#/settings');
    await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
  });

  it('finds a machine in the palette', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings');
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    press('k', { ctrlKey: true });
    const field = await paletteField();
    fireEvent.change(field, { target: { value: 'cape' } });
    fireEvent.click(await screen.findByRole('option', { name: /Capella/ }));
    expect(await screen.findByRole('region', { name: 'Details of Capella' })).toBeTruthy();
  });

  it('finds any of thousands of machines in the palette, draws a few of them, and one name once', async () => {
    const many = Array.from({ length: 5000 }, (_, n) => machine(`node-${n}`, 'OK', 'up'));
    const twice = [machine('twin', 'OK', 'up'), machine('twin', 'NG', 'down')];
    const { bridge } = createWorld({ ...world, machines: [...many, ...twice] });
    await openApp(bridge, '#/certificates');
    await screen.findByRole('heading', { name: 'Certificates', level: 1 });
    press('k', { ctrlKey: true });
    const palette = await screen.findByRole('dialog');
    const drawn = () => within(palette).queryAllByText(/^(node-|twin)/);
    await waitFor(() => expect(drawn().length).toBeGreaterThan(10));
    expect(drawn().length).toBeLessThanOrEqual(50);
    const input = within(palette).getByRole('combobox');
    fireEvent.change(input, { target: { value: 'node-4999' } });
    await waitFor(() => expect(drawn().map((one) => one.textContent)).toEqual(['node-4999']));
    fireEvent.change(input, { target: { value: 'twin' } });
    await waitFor(() => expect(drawn()).toHaveLength(1));
  });

  it('finds any of many conversations in the palette by its title', async () => {
    const { bridge } = createWorld(world);
    const titles = Array.from({ length: 1000 }, (_, at) => `Talk number ${at}`);
    bridge.answer({
      'conversations.snapshot': ({ systemId }) =>
        titles.map((title, at) => ({
          id: `c${at}`,
          systemId,
          title,
          model: null,
          createdAt: '2026-01-02T03:04:05.000Z',
          updatedAt: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
          streaming: false,
          leafId: null,
          folderId: null,
          pinned: false,
          archived: at % 2 === 0,
          tags: [],
          temporary: false,
        })),
    });
    await openApp(bridge, '#/settings');
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    press('k', { ctrlKey: true });
    const field = await paletteField();
    for (const at of [999, 500]) {
      fireEvent.change(field, { target: { value: `talk ${at}` } });
      expect(await screen.findByRole('option', { name: `Talk number ${at}` })).toBeTruthy();
    }
  });

  it('changes nothing by keys while an input method composes', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    press('6', { ctrlKey: true, isComposing: true });
    expect(window.location.hash).not.toBe('#/settings');
  });

  it('says that the connection is lost until it is back', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    bridge.connect('lost');
    expect(await screen.findByText(/connection to Compute Desk was lost/)).toBeTruthy();
    bridge.connect('connected');
    await waitFor(() =>
      expect(screen.queryByText(/connection to Compute Desk was lost/)).toBeNull(),
    );
  });

  it('tells two troubles of the same kind as two, and keeps the one that is not dismissed', async () => {
    const { bridge } = createWorld(world);
    const { stores } = await openApp(bridge);
    await screen.findByText('Capella');
    const refused = async () => {
      throw new AppError('not-found');
    };
    await act(async () => {
      await stores.systems.carryOut(refused);
      await stores.settings.carryOut(refused);
    });
    const told = () => screen.queryAllByRole('alert');
    const dismiss = () =>
      fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[0] as Element);
    expect(told()).toHaveLength(2);
    dismiss();
    expect(told()).toHaveLength(1);
    dismiss();
    expect(told()).toEqual([]);
  });

  it('removes a system only after a question', async () => {
    const { bridge } = createWorld(world);
    const { stores } = await openApp(bridge);
    await screen.findByText('Capella');
    stores.overlay.setState({ open: { kind: 'remove-system', systemId: 'beta' } });
    await screen.findByRole('alertdialog', { name: 'Remove the system Beta?' });
    expect(bridge.calls.some(({ name }) => name === 'systems.remove')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Remove system' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({ name: 'systems.remove', input: { id: 'beta' } }),
    );
  });
});

it('the sidebar has a visible entry for the command palette', async () => {
  const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
  await openApp(bridge, '#/machines');
  fireEvent.click(await screen.findByRole('button', { name: 'Go to…' }));
  await screen.findByRole('listbox', { name: 'Command palette' });
});

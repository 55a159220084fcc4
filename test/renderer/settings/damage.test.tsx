// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

const read = {
  path: '/data/damaged/1' as string | null,
  systems: 1,
  conversations: 2,
  messages: 3,
  whole: false,
};
const nothing = { ...read, systems: 0, conversations: 0, messages: 0 };

/** The app after a start over a damaged database. */
async function openDamaged(damage: typeof read, systems = [system('alpha', 'Alpha')]) {
  const { bridge } = createWorld({ systems });
  bridge.answer({
    'app.info': () => ({
      ...{ version: '0.1.0', host: 'web' as const, platform: 'x', dataFolder: '/data' },
      ...{ runtime: {}, environment: [], damage },
    }),
  });
  await openApp(bridge, '#/machines');
}

describe('rows that cannot be read', () => {
  it('are counted, and named where the user looks', async () => {
    const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
    bridge.answer({
      'unreadableRows.snapshot': () => [
        { table: 'systems', name: 'Beta', columns: ['authorities'], used: false },
        { table: 'conversations', name: '', columns: ['tags'], used: true },
      ],
    });
    await openApp(bridge, '#/machines');
    expect(await screen.findByText('2 stored entries cannot be read.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText('systems: Beta (authorities)')).toBeTruthy();
    expect(screen.getByText('conversations: unnamed (without tags)')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/cannot be read/)).toBeNull());
  });
});

describe('a database that was damaged', () => {
  it('is said with what could be read of it, and a restore is offered', async () => {
    await openDamaged(read);
    await screen.findByText(/systems: 1, conversations: 2, messages: 3\./);
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText('/data/damaged/1')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Restore a backup…' }));
    await screen.findByRole('dialog', { name: 'Restore a backup' });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/The database was damaged/)).toBeNull());
  });

  it('is said where nothing of it is left, before there is a system', async () => {
    await openDamaged(nothing, []);
    expect(await screen.findByText(/could not be read/)).toBeTruthy();
    // the bar's and the one that a fresh install has too
    expect(screen.getAllByRole('button', { name: 'Restore a backup…' })).toHaveLength(2);
  });

  it('is said where all of it was read', async () => {
    await openDamaged({ ...read, whole: true });
    expect(await screen.findByText(/All its data was recovered/)).toBeTruthy();
  });

  it('is said where only what stood in its log is missing', async () => {
    await openDamaged({ ...read, path: null });
    expect(await screen.findByText(/log is missing or damaged/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Details' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Restore a backup…' })).toBeTruthy();
  });
});

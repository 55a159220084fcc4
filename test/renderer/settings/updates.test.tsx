// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Release, UpdatesState } from '../../../preload/contract/settings/updates.ts';
import { openApp } from '../app.tsx';
import { createWorld, noUpdates, system } from '../world.ts';

const feed = 'https://updates.example/packages/#sha256=00';
const deb = 'compute-desk_0.2.0_amd64.deb';
const image = 'compute-desk-0.2.0-x86_64.AppImage';
const newer: Release = {
  version: '0.2.0',
  newer: true,
  changes: { en: 'Faster.', ja: '' },
  files: [
    { name: deb, size: 1_500_000 },
    { name: image, size: 150_000_000 },
  ],
};
const lookedAt = '2026-11-25T08:00:00.000Z';
const named: UpdatesState = { ...noUpdates, feed };
const found: UpdatesState = { ...named, lookedAt, found: newer, marked: true };

/** The settings of an app whose main says this of updates. */
async function openSettings(first: UpdatesState, place = '#/settings/updates') {
  const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
  let state = first;
  const tell = (next: UpdatesState): UpdatesState => {
    state = next;
    act(() => bridge.emit('updates.changed', next));
    return next;
  };
  bridge.answer({ 'updates.snapshot': () => state });
  await openApp(bridge, place);
  const calls = () =>
    bridge.calls.filter(({ name }) => name.startsWith('updates.') && name !== 'updates.snapshot');
  return { bridge, tell, calls };
}
const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('updates', () => {
  it('take the folder that a site gives out, show a newer version with what changed, and save a package of it', async () => {
    const { bridge, tell, calls } = await openSettings(noUpdates);
    bridge.answer({
      'updates.set': () => tell(named),
      'updates.check'() {
        tell(found);
        return newer;
      },
      'updates.save': () => ({ kind: 'saved', path: '/x' }),
    });
    const field = await screen.findByLabelText('Update folder');
    // whoever names it reads what that brings along
    expect(screen.getByText(/checks it once a day; you can turn that off/)).toBeTruthy();
    fireEvent.change(field, { target: { value: feed } });
    fireEvent.click(button('Use this folder'));
    fireEvent.click(await screen.findByRole('button', { name: 'Check for updates' }));
    expect(await screen.findByText('Faster.')).toBeTruthy();
    fireEvent.click(button(/^Save compute-desk_0/));
    expect(await screen.findByText('Package saved.')).toBeTruthy();
    expect(calls()).toEqual([
      { name: 'updates.set', input: { feed } },
      { name: 'updates.check', input: undefined },
      { name: 'updates.save', input: { name: deb } },
    ]);
    tell({ ...noUpdates, place: '/etc/p', locked: true });
    expect(await screen.findByText(/turned off updates from within the app/)).toBeTruthy();
    expect(screen.queryByLabelText('Update folder')).toBeNull();
  });

  it('mark a newer version quietly beside Settings, lead to it, and mark it no more once it was put off', async () => {
    const { bridge, tell, calls } = await openSettings(named, '#/machines');
    const sidebar = await screen.findByRole('navigation', { name: 'Screens' });
    expect(within(sidebar).getByRole('button', { name: 'Settings' })).toBeTruthy();
    tell(found);
    fireEvent.click(within(sidebar).getByRole('button', { name: 'Settings, new version' }));
    expect(await screen.findByText('Version 0.2.0 of Compute Desk is available.')).toBeTruthy();
    fireEvent.click(button('Show what’s new'));
    expect(window.location.hash).toBe('#/settings/updates');
    expect(await screen.findByText('Faster.')).toBeTruthy();
    bridge.answer({ 'updates.putOff': () => tell({ ...found, marked: false }) });
    fireEvent.click(button('Not now'));
    await waitFor(() => expect(screen.queryByText(/of Compute Desk is available/)).toBeNull());
    expect(calls()).toEqual([{ name: 'updates.putOff', input: { version: '0.2.0' } }]);
    expect(within(sidebar).getByRole('button', { name: 'Settings' })).toBeTruthy();
    // who looks for it finds it still
    expect(screen.getByText('Faster.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
  });

  it('look no more by themselves once that is turned off, and say of a look that came to nothing in their own place only', async () => {
    const { bridge, tell, calls } = await openSettings({ ...named, lookedAt });
    bridge.answer({ 'updates.setDaily': ({ daily }) => tell({ ...named, lookedAt, daily }) });
    expect(await screen.findByText(/^Last checked .*\.$/)).toBeTruthy();
    fireEvent.click(screen.getByRole('switch', { name: 'Check for updates daily' }));
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Check for updates daily' }).ariaChecked).toBe(
        'false',
      ),
    );
    expect(calls()).toEqual([{ name: 'updates.setDaily', input: { daily: false } }]);
    const details = { name: 'SHA256SUMS', status: 503 };
    tell({ ...named, lookedAt, problem: new AppError('update-not-read', { details }).toData() });
    expect(await screen.findByText(/^Last checked .*SHA256SUMS could not be read/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

const world = { systems: [system('alpha', 'Alpha')] };
const list = async () =>
  within(await screen.findByRole('navigation', { name: 'Settings sections' }));
const names = async () =>
  (await list()).queryAllByRole('link').map((link) => link.firstChild?.textContent);

describe('the sections of the settings', () => {
  it('have addresses of their own, and the first one is shown for an address that names none', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings/nowhere');
    expect(await screen.findByRole('heading', { level: 2, name: 'Appearance' })).toBeTruthy();
    expect(await names()).toEqual([
      ...['Appearance', 'Chat', 'Machines', 'Jobs', 'Notifications', 'Secrets', 'Data folder'],
      ...['Backup', 'Support', 'About'],
    ]);
    const backup = (await list()).getByRole('link', { name: 'Backup' });
    expect(backup.getAttribute('href')).toBe('#/settings/backup');
  });

  it('are one tab stop, in which arrow keys move', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings/chat');
    const links = (await list()).getAllByRole('link');
    expect(links.filter(({ tabIndex }) => tabIndex === 0).map((link) => link.textContent)).toEqual([
      'Chat',
    ]);
    const [first, chat, third] = links;
    chat?.focus();
    for (const [key, wanted] of [
      ['ArrowDown', third],
      ['ArrowUp', chat],
      ['End', links.at(-1)],
      ['Home', first],
    ] as const) {
      fireEvent.keyDown(document.activeElement ?? document.body, { key });
      expect(document.activeElement).toBe(wanted);
    }
  });

  it('are a menu in a narrow window, or at a large zoom, and a list of what was searched for', async () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query.includes('max-width'), media: query }),
    );
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings/chat');
    const menu = (await list()).getByRole<HTMLSelectElement>('combobox');
    expect([menu.value, (await names()).length]).toEqual(['chat', 0]);
    fireEvent.change(menu, { target: { value: 'backup' } });
    expect(await screen.findByRole('heading', { level: 2, name: 'Backup' })).toBeTruthy();
    const field = screen.getByRole('searchbox', { name: 'Search settings' });
    fireEvent.change(field, { target: { value: 'quiet' } });
    expect(await names()).toEqual(['Notifications']);
  });

  it('are found by the names of their settings, and Enter opens the first', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings');
    const field = await screen.findByRole('searchbox', { name: 'Search settings' });
    fireEvent.change(field, { target: { value: 'output of my jobs' } });
    expect(await names()).toEqual(['Jobs']);
    fireEvent.change(field, { target: { value: 'QUIET' } });
    expect(await names()).toEqual(['Notifications']);
    expect((await list()).getByText('Quiet hours')).toBeTruthy();
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(window.location.hash).toBe('#/settings/notifications');
    fireEvent.change(field, { target: { value: 'zzz' } });
    expect(await names()).toEqual([]);
    expect((await list()).getByText('No settings match.')).toBeTruthy();
    fireEvent.keyDown(field, { key: 'Escape' });
    expect((await names()).length).toBe(10);
  });

  it('list updates only where a folder of updates is set; else it can be set under About', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings/about');
    expect(screen.queryByRole('region', { name: 'Updates' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Set an update folder' }));
    const card = within(await screen.findByRole('region', { name: 'Updates' }));
    expect(card.getByLabelText('Update folder')).toBeTruthy();
  });
});

describe('saving a backup', () => {
  it('needs the passphrase twice; the button keeps its focus and says what is missing', async () => {
    const { bridge } = createWorld(world);
    bridge.answer({
      'backups.make': () => {
        throw new Error('called too early');
      },
    });
    await openApp(bridge, '#/settings/backup');
    const card = within(await screen.findByRole('region', { name: 'Save a backup' }));
    const save = card.getByRole('button', { name: 'Save backup…' });
    const reason = () =>
      document.getElementById(save.getAttribute('aria-describedby') ?? '')?.textContent;
    const type = (label: string, value: string) =>
      fireEvent.change(card.getByLabelText(label), { target: { value } });
    expect(reason()).toBe('Enter a passphrase.');
    type('Passphrase of the backup', 'short');
    expect(reason()).toBe('Use at least 8 characters.');
    type('Passphrase of the backup', 'correct horse');
    type('Repeat the passphrase', 'correct hose');
    expect(reason()).toBe('The passphrases differ.');
    // At the field only after the user has left it.
    const repeated = card.getByLabelText('Repeat the passphrase');
    expect(repeated.getAttribute('aria-invalid')).toBeNull();
    fireEvent.blur(repeated);
    expect(repeated.getAttribute('aria-invalid')).toBe('true');
    save.focus();
    fireEvent.click(save);
    expect(document.activeElement).toBe(save);
    expect(bridge.calls.some(({ name }) => name === 'backups.make')).toBe(false);
    type('Repeat the passphrase', 'correct horse');
    expect(reason()).toBeUndefined();
    for (const part of [
      'Systems and settings',
      'Conversations',
      'History',
      'Certificates and keys',
    ]) {
      fireEvent.click(card.getByLabelText(part));
    }
    expect(reason()).toBe('Choose what to save.');
  });
});

// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import { noRestoreChoices } from '../../../preload/contract/settings/backups.ts';
import { defaultSettings } from '../../../preload/contract/settings/settings.ts';
import { openApp } from '../app.tsx';
import { createWorld, noBackups, system, unmovedData } from '../world.ts';

const world = { systems: [system('alpha', 'Alpha')] };

describe('the settings', () => {
  it('change the theme and the language at once', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings');
    fireEvent.click(await screen.findByLabelText('Dark'));
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    fireEvent.click(screen.getByLabelText('日本語'));
    expect(await screen.findByRole('heading', { name: '設定', level: 1 })).toBeTruthy();
    expect(document.documentElement.lang).toBe('ja');
  });

  it('keep single line breaks where the interface is Japanese, until the user says otherwise', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings/chat');
    const english = await screen.findByRole('switch', { name: /Keep single line breaks/ });
    expect(english.getAttribute('aria-checked')).toBe('false');
    act(() => bridge.emit('settings.changed', { ...defaultSettings, language: 'ja' }));
    const japanese = await screen.findByRole('switch', { name: /改行をそのまま表示/ });
    expect(japanese.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(japanese);
    await waitFor(() => expect(japanese.getAttribute('aria-checked')).toBe('false'));
    act(() =>
      bridge.emit('settings.changed', { ...defaultSettings, language: 'en', lineBreaks: false }),
    );
    const again = await screen.findByRole('switch', { name: /Keep single line breaks/ });
    expect(again.getAttribute('aria-checked')).toBe('false');
  });

  it('save a backup under a passphrase, and lay one down for the next start', async () => {
    const { bridge } = createWorld(world);
    const calls: [string, unknown][] = [];
    bridge.answer({
      'backups.make': (input) => {
        calls.push(['make', input]);
        return { kind: 'saved', path: '/x' };
      },
      'backups.take': ({ first, bytes }) => void calls.push(['take', [first, bytes.byteLength]]),
      'backups.look'({ passphrase }) {
        if (passphrase !== 'correct horse') throw new AppError('backup-wrong-passphrase');
        return { madeAt: '2026-11-22T08:00:00Z', parts: ['conversations', 'keys'] };
      },
      'backups.compare': () => ({
        ...{ systems: [], added: [], updateFeed: null, backupFolder: null },
        ...{ vaultKey: 'open' as const, unreadableRows: [], refused: [] },
      }),
      'backups.restore'(input) {
        calls.push(['restore', input]);
        bridge.emit('backups.changed', { ...noBackups, restores: true });
      },
      'backups.forget'() {
        calls.push(['forget', null]);
        bridge.emit('backups.changed', noBackups);
      },
    });
    await openApp(bridge, '#/settings/backup');
    const field = await screen.findByLabelText('Passphrase of the backup');
    const save = screen.getByRole('button', { name: 'Save backup…' });
    fireEvent.change(field, { target: { value: 'correct horse' } });
    fireEvent.change(screen.getByLabelText('Repeat the passphrase'), {
      target: { value: 'correct horse' },
    });
    fireEvent.click(screen.getByLabelText('History'));
    fireEvent.click(save);
    expect(await screen.findByText('Backup saved.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Restore a backup…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore a backup' }));
    const chooser = document.querySelector('input[data-backup]');
    if (chooser === null) throw new Error('no chooser');
    const file = new File([new Uint8Array(9 * 1024 * 1024)], 'a.backup');
    fireEvent.change(chooser, { target: { files: [file] } });
    const typed = dialog.getByLabelText('Passphrase of the backup');
    fireEvent.change(typed, { target: { value: 'another one' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Open backup' }));
    expect(await dialog.findByText('This passphrase does not open the backup.')).toBeTruthy();
    // the file stays chosen, and is not handed over again
    expect(dialog.getByText('a.backup')).toBeTruthy();
    fireEvent.change(typed, { target: { value: 'correct horse' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Open backup' }));
    await dialog.findByLabelText('Conversations');
    expect(dialog.queryByLabelText('History')).toBeNull();
    expect(dialog.getByLabelText('Key that protects your secrets')).toHaveProperty(
      'checked',
      false,
    );
    fireEvent.click(dialog.getByLabelText('Certificates and keys'));
    fireEvent.click(dialog.getByRole('button', { name: 'Restore at the next start' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel the restore' }));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Cancel the restore' })).toBeNull(),
    );
    await waitFor(() =>
      expect(calls).toEqual([
        ['make', { passphrase: 'correct horse', parts: ['systems', 'conversations', 'keys'] }],
        ['take', [true, 8 * 1024 * 1024]],
        ['take', [false, 1024 * 1024]],
        [
          'restore',
          { passphrase: 'correct horse', parts: ['conversations'], taken: noRestoreChoices },
        ],
        ['forget', null],
      ]),
    );
  });

  it('are there before a system is, so that a backup is restored into a fresh install', async () => {
    const { bridge } = createWorld({ systems: [] });
    await openApp(bridge, '#/machines');
    fireEvent.click(await screen.findByRole('button', { name: 'Restore a backup…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Restore a backup' }));
    expect(dialog.getByRole('button', { name: 'Choose a file…' })).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('heading', { name: 'Compute Desk' })).toBeTruthy();
  });

  it('have the data folder moved at the next start, and say where it was', async () => {
    const { bridge } = createWorld(world);
    const calls: unknown[] = [];
    const to = '/mnt/disk/compute-desk';
    bridge.answer({
      'dataPlace.move'(input) {
        calls.push(input);
        bridge.emit('dataPlace.changed', { ...unmovedData, movesTo: to });
        return { ...unmovedData, movesTo: to };
      },
      'dataPlace.stay'() {
        bridge.emit('dataPlace.changed', unmovedData);
        return unmovedData;
      },
    });
    await openApp(bridge, '#/settings/data');
    const button = await screen.findByRole('button', { name: 'Move the data folder' });
    fireEvent.click(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(
      document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
    ).toBe('Enter the new location.');
    fireEvent.change(screen.getByLabelText('New location'), { target: { value: ' /mnt/disk ' } });
    fireEvent.click(button);
    expect(await screen.findByText(/move your data to \/mnt\/disk\/compute-desk/)).toBeTruthy();
    expect(calls).toEqual([{ folder: '/mnt/disk' }]);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the move' }));
    expect(await screen.findByRole('button', { name: 'Move the data folder' })).toBeTruthy();
    const problem = new AppError('new-place-full').toData();
    const told = { ...unmovedData, before: '/old/place', problem };
    act(() => bridge.emit('dataPlace.changed', told));
    expect(await screen.findByText('There is not enough space for your data.')).toBeTruthy();
    expect(screen.getByText(/Your data was in \/old\/place before/)).toBeTruthy();
  });

  it('have backups made every day into a folder, and say what is in their way', async () => {
    const { bridge } = createWorld(world);
    const calls: unknown[] = [];
    const made = { ...noBackups, folder: '/mnt/backups', lastAt: '2026-11-23T08:00:00Z' };
    bridge.answer({
      'backups.schedule': (input) => {
        calls.push(input);
        bridge.emit('backups.changed', made);
        return made;
      },
      'backups.unschedule': () => bridge.emit('backups.changed', noBackups),
    });
    await openApp(bridge, '#/settings/backup');
    fireEvent.click(await screen.findByRole('button', { name: 'Set up…' }));
    const daily = within(screen.getByRole('region', { name: 'Back up every day' }));
    const start = daily.getByRole('button', { name: 'Start daily backups' });
    fireEvent.change(daily.getByLabelText('Passphrase of the backup'), {
      target: { value: 'correct horse' },
    });
    fireEvent.change(daily.getByLabelText('Repeat the passphrase'), {
      target: { value: 'correct horse' },
    });
    fireEvent.click(start);
    expect(daily.getByText('Enter a folder.')).toBeTruthy();
    expect(calls).toEqual([]);
    fireEvent.change(daily.getByLabelText('Folder of the backups'), {
      target: { value: ' /mnt/backups ' },
    });
    fireEvent.click(start);
    expect(await screen.findByText('Backups are saved to /mnt/backups every day.')).toBeTruthy();
    expect(calls).toEqual([{ folder: '/mnt/backups', passphrase: 'correct horse' }]);
    const problem = new AppError('backup-folder-gone').toData();
    act(() => bridge.emit('backups.changed', { ...made, problem }));
    // on the frame, where it can be put away, and in its own place
    expect(await screen.findAllByText('The backup folder was not found.')).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Stop daily backups' }));
    expect(await screen.findByRole('button', { name: 'Set up…' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('The backup folder was not found.')).toBeNull());
  });

  it('name what is set in the environment, and what the app does about it', async () => {
    const { bridge } = createWorld(world);
    const about = {
      version: '1',
      host: 'web',
      platform: 'x',
      dataFolder: '/d',
      damage: null,
      runtime: {},
    } as const;
    bridge.answer({
      'app.info': () => ({
        ...about,
        environment: [
          { name: 'NODE_TLS_REJECT_UNAUTHORIZED', treatment: 'undone' },
          { name: 'HTTPS_PROXY', treatment: 'used' },
        ],
      }),
    });
    await openApp(bridge, '#/settings/about');
    const name = await screen.findByText('NODE_TLS_REJECT_UNAUTHORIZED');
    expect(name.nextElementSibling?.textContent).toBe(
      'Makes Node trust every server, whatever its certificate. The app ignores it.',
    );
    expect(screen.getByText('HTTPS_PROXY').nextElementSibling?.textContent).toMatch(
      / The app uses it\.$/,
    );
    expect(screen.queryByText('NODE_OPTIONS')).toBeNull();
  });

  it('say when the vault locks by itself, where a passphrase protects it', async () => {
    const { bridge } = createWorld({
      ...world,
      vault: { state: 'ready', protection: 'passphrase', keychainProblem: 'not-offered' },
    });
    await openApp(bridge, '#/settings/secrets');
    const after = await screen.findByLabelText('Lock automatically');
    expect((after as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('After 1 idle hour');
    fireEvent.change(after, { target: { value: '5' } });
    fireEvent.click(screen.getByRole('switch', { name: 'Lock after this computer has slept' }));
    await waitFor(() =>
      expect(bridge.calls.filter(({ name }) => name === 'settings.update')).toEqual([
        { name: 'settings.update', input: { lockAfter: 5 } },
        { name: 'settings.update', input: { lockWithComputer: false } },
      ]),
    );
  });

  it.each([
    ['electron', 'linux 6.1 x64', 'en', 'Lock when this computer is locked or sleeps', true],
    ['electron', 'win32 10 x64', 'en', 'Lock when this computer is locked or sleeps', false],
    ['electron', 'linux 6.1 x64', 'ja', 'コンピューターのロック時とスリープ時にもロックする', true],
    ['web', 'linux 6.1 x64', 'en', 'Lock after this computer has slept', false],
  ] as const)(
    'of %s on %s, say what it locks with (%s)',
    async (host, platform, language, label, isTold) => {
      const { bridge } = createWorld({
        ...world,
        settings: { language },
        vault: { state: 'ready', protection: 'passphrase', keychainProblem: 'not-offered' },
      });
      const about = { version: '1', host, platform, dataFolder: '/d', damage: null } as const;
      bridge.answer({ 'app.info': () => ({ ...about, runtime: {}, environment: [] }) });
      await openApp(bridge, '#/settings/secrets');
      expect(await screen.findByRole('switch', { name: label })).toBeTruthy();
      const hint = /if your desktop reports it to the login manager|ログインマネージャーに通知/;
      expect(screen.queryByText(hint) !== null).toBe(isTold);
    },
  );

  it('and with a keychain that the app does not lock', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings/secrets');
    expect(await screen.findByText(/signed in to this computer/)).toBeTruthy();
    expect(screen.queryByLabelText('Lock automatically')).toBeNull();
  });

  it('are as before where main refuses a change, which is told until it is dismissed', async () => {
    const { bridge } = createWorld(world);
    bridge.answer({
      'settings.update': () => {
        throw new AppError('not-found');
      },
    });
    await openApp(bridge, '#/settings');
    const theme = within(await screen.findByRole('group', { name: 'Theme' }));
    fireEvent.click(theme.getByRole('radio', { name: 'Dark' }));
    const alert = await screen.findByRole('alert');
    expect(theme.getByRole<HTMLInputElement>('radio', { name: 'Light' }).checked).toBe(true);
    expect(document.documentElement.dataset.theme).toBe('light');
    fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('follow what another window changes', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings/chat');
    const keys = within(await screen.findByRole('group', { name: 'Send messages with' }));
    const chosen = () => keys.getByRole('radio', { checked: true }).parentElement?.textContent;
    expect(chosen()).toBe('Enter');
    act(() =>
      bridge.emit('settings.changed', {
        ...{ theme: 'light', language: 'en', sidebarCollapsed: false, sendWith: 'mod-enter' },
      }),
    );
    expect(chosen()).toBe('Ctrl or ⌘ + Enter');
    expect(bridge.calls.some(({ name }) => name === 'settings.update')).toBe(false);
  });

  it('say where the list of licences is missing', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings/about');
    fireEvent.click(await screen.findByRole('button', { name: 'Licences of included software' }));
    const dialog = await screen.findByRole('dialog', { name: 'Licences of included software' });
    expect(within(dialog).getByText(/The list of licences cannot be read/)).toBeTruthy();
    expect(within(dialog).queryByRole('searchbox')).toBeNull();
  });

  it('name what the app’s own window is made of, and the files with its licences', async () => {
    const { bridge } = createWorld(world);
    bridge.answer({
      'app.info': () => ({
        ...{ version: '0.1.0', host: 'electron', platform: 'linux x64', dataFolder: '/data' },
        runtime: { electron: '45.4.1', chrome: '150.0.1.2', node: '24.21.0', v8: '15.0' },
        ...{ environment: [], damage: null },
      }),
    });
    await openApp(bridge, '#/settings/about');
    fireEvent.click(await screen.findByRole('button', { name: 'Licences of included software' }));
    const dialog = await screen.findByRole('dialog', { name: 'Licences of included software' });
    const rows = within(dialog).getAllByRole('listitem');
    expect(rows.map((row) => within(row).getByRole('button').textContent)).toEqual([
      'Electron45.4.1MIT',
      'Chromium150.0.1.2BSD-3-Clause',
      'Node.js24.21.0MIT',
    ]);
    fireEvent.click(within(dialog).getByRole('button', { name: /^Chromium/ }));
    expect(within(dialog).getByText(/The text is in LICENSES\.chromium\.html in/)).toBeTruthy();
  });
});

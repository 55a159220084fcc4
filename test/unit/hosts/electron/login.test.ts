import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  autostartEntry,
  ownProgram,
  setStartAtLogin,
} from '../../../../main/hosts/electron/background/login.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { isPosix } from '../../../support/posix.ts';

test('the entry names the program whatever its path holds', () => {
  const entry = autostartEntry(['/opt/a "b" $c/50%/d\\e', '--hidden']);
  expect(entry).toContain('\nExec="/opt/a \\\\"b\\\\" \\\\$c/50%%/d\\\\\\\\e" "--hidden"\n');
  // Where the program is gone, desktops start nothing.
  expect(entry).toContain('\nTryExec=/opt/a "b" $c/50%/d\\\\e\n');
  expect(entry.startsWith('[Desktop Entry]\nType=Application\n')).toBe(true);
});

test('nothing of a path begins a line of its own', () => {
  const entry = autostartEntry([
    ' /opt/a\nExec=evil\r\tb',
    '--data-dir',
    '/x\nHidden=true',
    '--hidden',
  ]);
  expect(entry.split('\n')).toEqual([
    '[Desktop Entry]',
    'Type=Application',
    'Name=Compute Desk',
    'TryExec=\\s/opt/a\\nExec=evil\\r\\tb',
    'Exec=" /opt/a\\nExec=evil\\r\\tb" "--data-dir" "/x\\nHidden=true" "--hidden"',
    'Icon=compute-desk',
    'Terminal=false',
    '',
  ]);
});

test.skipIf(!isPosix)('what its place leads to stays as it is', async () => {
  const config = testFolder();
  const file = join(config, 'autostart/compute-desk.desktop');
  mkdirSync(join(config, 'autostart'));
  writeFileSync(join(config, 'mine'), 'mine');
  symlinkSync(join(config, 'mine'), file);
  const options = {
    ...{ platform: 'linux' as const, env: { XDG_CONFIG_HOME: config }, command: ['/opt/desk'] },
    setLoginItem: () => undefined,
  };
  await setStartAtLogin(true, options);
  expect(readFileSync(file, 'utf8')).toBe(autostartEntry(['/opt/desk']));
  await setStartAtLogin(false, options);
  expect(readFileSync(join(config, 'mine'), 'utf8')).toBe('mine');
  await expect(
    setStartAtLogin(true, { ...options, env: { XDG_CONFIG_HOME: '/proc/self/desk' } }),
  ).rejects.toThrow();
});

test('on Linux a file of the user’s desktop says so, and goes again; elsewhere the operating system is told', async () => {
  const config = join(testFolder(), 'config');
  const items: object[] = [];
  const options = {
    env: { XDG_CONFIG_HOME: config },
    command: ['/opt/desk', '--hidden'],
    setLoginItem: (item: object) => void items.push(item),
  };
  const file = join(config, 'autostart/compute-desk.desktop');
  await setStartAtLogin(true, { platform: 'linux', ...options });
  expect(readFileSync(file, 'utf8')).toBe(autostartEntry(options.command));
  await setStartAtLogin(false, { platform: 'linux', ...options });
  await setStartAtLogin(false, { platform: 'linux', ...options });
  expect([existsSync(file), items]).toEqual([false, []]);
  await setStartAtLogin(true, { platform: 'win32', ...options });
  expect(items).toEqual([{ openAtLogin: true, path: '/opt/desk', args: ['--hidden'] }]);
});

test('an AppImage is started at login by its own file; another program’s, which only handed its name on, never', () => {
  const [image, installed] = [testFolder(), testFolder()];
  writeFileSync(join(image, 'AppRun'), '');
  const env = { APPIMAGE: '/media/programs/An.AppImage' };
  expect(ownProgram(join(image, 'compute-desk'), env)).toBe(env.APPIMAGE);
  expect(ownProgram(join(image, 'compute-desk'), {})).toBe(join(image, 'compute-desk'));
  expect(ownProgram(join(image, 'compute-desk'), { APPIMAGE: 'here.AppImage' })).toBe(
    join(image, 'compute-desk'),
  );
  expect(ownProgram(join(installed, 'compute-desk'), env)).toBe(join(installed, 'compute-desk'));
});

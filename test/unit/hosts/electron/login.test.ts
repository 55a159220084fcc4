import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  autostartEntry,
  isLoginStart,
  loginState,
  ownProgram,
  quotedForWindows,
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
  await setStartAtLogin(true, { platform: 'darwin', ...options });
  expect(items).toEqual([
    { openAtLogin: true, path: '"/opt/desk"', args: ['"--hidden"'] },
    { openAtLogin: true, path: '/opt/desk', args: ['--hidden'] },
  ]);
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

/** As Electron has it: joined by spaces, without any quotes of its own (browser_win.cc, FormatCommandLineString). */
const written = (item: { path: string; args: string[] }): string =>
  [item.path, ...item.args].join(' ');

/** What CommandLineToArgvW makes of a line whose parts are all quoted. */
function argumentsOf(line: string): string[] {
  const found: string[] = [];
  let [text, slashes, quoted] = ['', 0, false];
  for (const character of `${line} `) {
    if (character === '\\') {
      slashes += 1;
      continue;
    }
    const isQuote = character === '"';
    text += '\\'.repeat(isQuote ? Math.floor(slashes / 2) : slashes);
    if (isQuote && slashes % 2 === 1) text += '"';
    else if (isQuote) quoted = !quoted;
    else if (character === ' ' && !quoted) {
      found.push(text);
      text = '';
    } else text += character;
    slashes = 0;
  }
  return found;
}

test.each([
  ['C:\\Program Files\\Compute Desk\\Compute Desk.exe'],
  ['C:\\Users\\山田 太郎\\AppData\\Local\\Programs\\compute-desk\\Compute Desk.exe'],
  ['D:\\'],
  ['D:\\data folder\\\\'],
  ['a "b" \\"c'],
  [''],
])('on Windows the command of a login item keeps %j whole', async (path) => {
  const items: { path: string; args: string[] }[] = [];
  const command = [path, '--hidden', '--data-dir', `${path} x`, path];
  await setStartAtLogin(true, {
    platform: 'win32',
    env: {},
    command,
    setLoginItem: ({ path, args }) => void items.push({ path, args }),
  });
  expect(items.map(written).map(argumentsOf)).toEqual([command]);
  expect(quotedForWindows(path)).toBe(items[0]?.path);
});

type Login = Parameters<typeof loginState>[0];
const answering = (answer: object, asked: unknown[] = []): Login =>
  ((wanted?: object) => {
    asked.push(wanted);
    return answer;
  }) as Login;

test('what the system makes of the start at login is known', () => {
  const approval = answering({ status: 'requires-approval', openAtLogin: false });
  expect(loginState(approval, 'darwin', [])).toBe('requires-approval');
  expect(loginState(answering({ status: 'enabled' }), 'darwin', [])).toBe('as-set');
  const asked: unknown[] = [];
  const command = ['C:\\a b\\desk.exe', '--hidden'];
  const off = answering({ openAtLogin: true, launchItems: [{ enabled: false }] }, asked);
  expect(loginState(off, 'win32', command)).toBe('switched-off');
  // Electron finds an entry whose path has a space by the quoted one only
  expect(asked).toEqual([{ path: '"C:\\a b\\desk.exe"', args: ['"--hidden"'] }]);
  const on = answering({ openAtLogin: true, launchItems: [{ enabled: true }] });
  expect(loginState(on, 'win32', command)).toBe('as-set');
  expect(loginState(answering({ openAtLogin: true, launchItems: [] }), 'win32', command)).toBe(
    'as-set',
  );
  const unasked: Login = () => {
    throw new Error('Linux has no such answer');
  };
  expect(loginState(unasked, 'linux', command)).toBe('as-set');
  expect(isLoginStart(unasked, 'linux', true)).toBe(true);
  expect(isLoginStart(unasked, 'linux', false)).toBe(false);
  expect(isLoginStart(answering({ wasOpenedAtLogin: true }), 'darwin', false)).toBe(true);
  expect(isLoginStart(answering({ wasOpenedAtLogin: false }), 'darwin', false)).toBe(false);
  // only macOS says so
  expect(isLoginStart(answering({ wasOpenedAtLogin: true }), 'win32', false)).toBe(false);
});

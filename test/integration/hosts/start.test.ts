import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { isInstalled, root } from '../../../scripts/toolchain.mjs';
import { testFolder } from '../../support/files/folder.ts';

/** Stands in for the web host: says how it was started, and ends with 7 when it is told to. */
const fakeHost = `
process.on('SIGTERM', () => process.exit(7));
console.log('Compute Desk ready: http://127.0.0.1:1/#' + process.argv.slice(2).join(' '));
if (process.argv.includes('--demo')) process.exit(3);
setInterval(() => undefined, 1000);
`;

/** The scripts of this repository, with a build that says it ran and a host that says how. */
function startable(): string {
  // It would install what is missing, through the link, into the one that the tests run on.
  if (!isInstalled()) throw new Error('node_modules is not what package-lock.json lists: npm ci');
  const folder = testFolder();
  for (const name of ['scripts', 'package.json', 'package-lock.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  cpSync(
    join(root, 'main/base/files/home-folder.ts'),
    join(folder, 'main/base/files/home-folder.ts'),
  );
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(
    join(folder, 'scripts/build.ts'),
    `console.log('built', ...process.argv.slice(2));`,
  );
  mkdirSync(join(folder, 'dist/main'), { recursive: true });
  writeFileSync(join(folder, 'dist/main/web.js'), fakeHost);
  return folder;
}

function start(...flags: string[]): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const script = join(startable(), 'scripts/start.mjs');
  return spawn(process.execPath, [script, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  }) as never;
}

async function ended(child: ChildProcess): Promise<{ code: unknown; out: string; error: string }> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('the output is not piped');
  const [[code], out, error] = await Promise.all([once(child, 'exit'), text(stdout), text(stderr)]);
  return { code, out, error };
}

test('the web host gets its flags, its line is all that is printed, its exit code is passed on', async () => {
  const { code, out, error } = await ended(
    start('--web', '--demo', '--port', '1234', '--data-dir', '/tmp/x', '--no-open'),
  );
  expect(out).toBe(
    'Compute Desk ready: http://127.0.0.1:1/#--demo --data-dir /tmp/x --port 1234 --no-open\n',
  );
  expect(error).toContain('built --if-stale');
  expect(code).toBe(3);
});

test.skipIf(process.platform !== 'linux')(
  'without a display one line says why, and the browser is taken',
  async () => {
    const { out, error } = await ended(start('--demo', '--no-open'));
    expect(out).toMatch(/^Compute Desk ready: /);
    expect(error).toMatch(/^Opening in the browser: there is no display .*$/m);
  },
);

test('a signal reaches the host, which ends in its own way', async () => {
  const child = start('--web', '--no-open');
  await once(createInterface({ input: child.stdout }), 'line');
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(7);
});

test('every flag that README.md names is taken, and passed on', async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const named = [...readme.matchAll(/^\| `(--[\w-]+)(?: [A-Z]+)?` \|/gm)].map(
    ([, flag = '']) => flag,
  );
  expect(named).toContain('--policy');
  const { out, error } = await ended(start('--help'));
  expect(error).toBe('');
  for (const flag of named) expect(out).toContain(`  ${flag} `);
  const given = ['--web', '--no-open', '--demo', '--policy', '/tmp/p.json'];
  expect((await ended(start(...given))).out).toContain('--demo --policy /tmp/p.json --no-open');
});

test('a file is the window’s; where the app is in a browser one line says what to do with it', async () => {
  const { out, error } = await ended(start('--web', '--no-open', '--demo', 'site.computedesk'));
  expect(out).toBe('Compute Desk ready: http://127.0.0.1:1/#--demo --no-open\n');
  expect(error).toMatch(
    /^The browser cannot open the file for you. Drop \/.*\/site\.computedesk on the page/m,
  );
});

test('an unknown flag is refused with the list of the known ones', async () => {
  const { code, out, error } = await ended(start('--wbe'));
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(error).toContain("'--wbe'");
  expect(error).toContain('--data-dir DIR');
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.log('skipped: a start by a user without a home (only root can become one)');

test.skipIf(!isRoot)('a user of whom no home is known is told to name a data folder', async () => {
  const folder = startable();
  chmodSync(folder, 0o755);
  const by = (...flags: string[]) => {
    const script = join(folder, 'scripts/start.mjs');
    const { PATH } = process.env;
    const options = { uid: 65_533, gid: 65_533, env: { PATH }, cwd: folder } as const;
    return ended(spawn(process.execPath, [script, '--web', '--no-open', ...flags], options));
  };
  const { code, out, error } = await by();
  expect([code, out]).toEqual([1, '']);
  expect(error).toContain('You have no home folder on this computer');
  expect(error).toContain('npm start -- --data-dir DIR');
  expect(error).not.toContain('built');
  expect((await by('--demo', '--data-dir', '/tmp/x')).code).toBe(3);
});

test.skipIf(!isRoot)('a build that may not be written says so, with what to do', async () => {
  const folder = testFolder();
  chmodSync(folder, 0o755);
  for (const name of ['scripts', 'package.json', 'package-lock.json', 'vite.config.ts']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  for (const name of ['renderer', 'guide', 'main', 'preload']) {
    symlinkSync(join(root, name), join(folder, name), 'junction');
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const { code, error } = await ended(
    spawn(process.execPath, [join(folder, 'scripts/build.ts'), '--if-stale'], {
      ...{ uid: 65_533, gid: 65_533, cwd: folder },
    }),
  );
  expect(code).toBe(1);
  expect(error).toContain(`${join(folder, 'dist')} cannot be written to. Allow yourself`);
});

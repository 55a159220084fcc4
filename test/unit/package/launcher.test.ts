import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testFolder } from '../../support/files/folder.ts';

const launcher = fileURLToPath(new URL('../../../assets/linux/compute-desk', import.meta.url));

/** The app’s folder with a program that says what it was given, on a system whose programs are these. */
function start(
  programs: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const folder = testFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const write = (file: string, lines: string): void => {
    writeFileSync(file, `#!/bin/sh\n${lines}\n`);
    chmodSync(file, 0o755);
  };
  for (const [name, lines] of Object.entries(programs)) write(join(bin, name), lines);
  write(join(folder, 'compute-desk-app'), 'echo "started: $*"');
  copyFileSync(launcher, join(folder, 'compute-desk'));
  const path = `${bin}:/usr/bin:/bin`;
  const done = spawnSync('sh', [join(folder, 'compute-desk'), ...args], {
    // It ends before a display is asked for anything.
    env: { PATH: path, LANG: 'C.UTF-8', XDG_SESSION_TYPE: 'wayland', ...env },
    encoding: 'utf8',
  });
  return { status: done.status, output: done.stdout + done.stderr };
}

const user = 'echo 1000';
/** As AppArmor has it in Ubuntu 24.04: a namespace is made, in which nobody may do anything. */
const useless = 'for given; do [ "$given" != --map-root-user ] || exit 1; done';

test.skipIf(process.platform !== 'linux').each([
  ['a namespace that is of no use', useless],
  ['no namespace at all', 'exit 1'],
])('a system that gives users %s is told of in a sentence', (_, unshare) => {
  const told = start({ id: user, unshare });
  expect(told.status).toBe(1);
  expect(told.output).toMatch(/^Compute Desk: Its sandbox needs user namespaces, .*\.\n$/);
});

test.skipIf(process.platform !== 'linux')(
  'root is told so in a sentence, in both languages',
  () => {
    const told = start({ id: 'echo 0', unshare: 'true' });
    expect(told.status).toBe(1);
    expect(told.output).toMatch(/^Compute Desk: .* as root.*\.\n$/);
    const ja = start({ id: 'echo 0', unshare: 'true' }, [], { LANG: 'ja_JP.UTF-8' });
    expect(ja.output).toMatch(/^Compute Desk: .*root.*ください。\n$/);
  },
);

test.skipIf(process.platform !== 'linux')('else the app is started, with what it was given', () => {
  const given = ['--data-dir', '/a b'];
  expect(start({ id: user, unshare: 'true' }, given)).toEqual({
    status: 0,
    output: 'started: --data-dir /a b\n',
  });
  // Who switches the sandbox off is not told what it needs.
  const without = start({ id: 'echo 0', unshare: 'exit 1' }, ['--no-sandbox']);
  expect(without).toEqual({ status: 0, output: 'started: --no-sandbox\n' });
});

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeRpm } from '../../../scripts/package/linux/index.ts';
import { metadata } from '../../../scripts/package/metadata.ts';
import { root } from '../../electron/support/desk.ts';
import { makeOlder } from './older-app.ts';

export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

/** What `npm run package` is, to its end, around what these tests run on. */
export function runPackage(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { status: number | null; output: string } {
  const script = join(root, 'scripts/package/run.ts');
  const done = spawnSync(process.execPath, [script, '--test-runtime', ...args], {
    ...{ cwd: root, encoding: 'utf8' },
    env: { ...process.env, ...env },
  });
  return { status: done.status, output: `${done.stdout}${done.stderr}` };
}

/** Makes packages into a folder and tells their sizes. */
export function makePackages(folder: string, ...args: readonly string[]): void {
  const { status, output } = runPackage([`--output=${folder}`, ...args]);
  if (status !== 0) throw new Error(output);
  const sizes = output.match(/^\S+\.(?:deb|rpm|zst|AppImage): .*$/gm) ?? [];
  console.log(sizes.join('\n'));
}

/** A deb of another version from before, none being released yet. @returns its path */
export async function earlierDeb(deb: string, folder: string, before: string): Promise<string> {
  const content = join(folder, 'before');
  const file = join(folder, `compute-desk_${before}_amd64.deb`);
  expect(spawnSync('dpkg-deb', ['--raw-extract', deb, content]).status).toBe(0);
  const control = join(content, 'DEBIAN/control');
  const text = readFileSync(control, 'utf8');
  writeFileSync(control, text.replace(`Version: ${version}`, `Version: ${before}`));
  const asar = `usr/lib/${metadata.name}/resources/app.asar`;
  await makeOlder(join(content, asar), version, before);
  const sums = join(content, 'DEBIAN/md5sums');
  const sum = createHash('md5')
    .update(readFileSync(join(content, asar)))
    .digest('hex');
  const [was = ''] = readFileSync(sums, 'utf8').match(new RegExp(`^.*  ${asar}$`, 'm')) ?? [];
  writeFileSync(sums, readFileSync(sums, 'utf8').replace(was, `${sum}  ${asar}`));
  const flags = ['--root-owner-group', '-Zzstd', '-z1'];
  const made = spawnSync('dpkg-deb', [...flags, '--build', content, file]);
  expect(made.status, String(made.stderr)).toBe(0);
  return file;
}

/** An rpm of the deb's content under such a number. @returns its path */
export function earlierRpm(deb: string, folder: string, before: string): string {
  const tree = join(folder, 'tree-before');
  expect(spawnSync('dpkg-deb', ['--extract', deb, tree]).status).toBe(0);
  return makeRpm(folder, tree, before);
}

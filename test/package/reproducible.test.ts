import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../electron/support/desk.ts';
import { patience } from '../support/patience.ts';
import { runPackage } from './support/packages.ts';
import { webName } from './support/web-package.ts';

const isWindows = process.platform === 'win32';
const sources = isWindows ? null : listed();
const why = isWindows ? 'links of folders are not made here' : 'git is not here';
if (sources === null) console.log(`skipped: the same sources at another place (${why})`);

const date = '1700000000';

describe.skipIf(sources === null)(
  'the same sources at another place, built under other settings',
  () => {
    let folder: string;
    let there: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'compute-desk-elsewhere-'));
      there = join(folder, 'at/a/deeper/place');
      for (const file of sources ?? []) cpSync(join(root, file), join(there, file));
      linkModules(there);
      const here = runPackage(['--only=web', `--output=${join(folder, 'here')}`], {
        SOURCE_DATE_EPOCH: date,
      });
      if (here.status !== 0) throw new Error(here.output);
      const mask = process.umask(0o077);
      const made = spawnSync(
        process.execPath,
        [
          join(there, 'scripts/package/run.ts'),
          ...['--only=web', `--output=${join(folder, 'there')}`],
        ],
        {
          cwd: tmpdir(),
          encoding: 'utf8',
          env: {
            ...process.env,
            ...{ SOURCE_DATE_EPOCH: date, TZ: 'Pacific/Kiritimati', LC_ALL: 'C', HOME: folder },
          },
        },
      );
      process.umask(mask);
      if (made.status !== 0) throw new Error(made.stdout + made.stderr);
    }, patience(400_000));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test('give the same build, file by file', () => {
      const built = packed(root);
      expect(packed(there)).toEqual(built);
      expect(built.length).toBeGreaterThan(100);
      const differing = built.filter(
        (file) =>
          !readFileSync(join(there, 'dist', file)).equals(readFileSync(join(root, 'dist', file))),
      );
      expect(differing).toEqual([]);
    });

    test('give the same folder of the web host’s package, byte for byte', () => {
      const files = filesIn(join(folder, 'here'));
      expect(files).toContain(`${webName}.tar.gz`);
      expect(filesIn(join(folder, 'there'))).toEqual(files);
      const differing = files.filter(
        (file) =>
          !readFileSync(join(folder, 'here', file)).equals(
            readFileSync(join(folder, 'there', file)),
          ),
      );
      expect(differing).toEqual([]);
    });

    test('names no place of this computer in what is built', () => {
      const telling = packed(root).filter((file) =>
        readFileSync(join(root, 'dist', file)).includes(root),
      );
      expect(telling).toEqual([]);
    });
  },
);

/** The files of this checkout, as they are now. */
function listed(): string[] | null {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const found = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (found.status !== 0) return null;
  return found.stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

/** The same packages under another path; copies where nothing can be linked. */
function linkModules(to: string): void {
  const linked = spawnSync('cp', ['-al', join(root, 'node_modules'), to]);
  if (linked.status === 0) return;
  cpSync(join(root, 'node_modules'), join(to, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

/** Of what a checkout's build has left, the files that are packed: in dist/ more may lie, of other commands. */
function packed(checkout: string): string[] {
  const parts = ['main', 'preload', 'renderer', 'THIRD-PARTY-NOTICES.txt'];
  return filesIn(join(checkout, 'dist')).filter((file) => parts.includes(file.split(sep)[0] ?? ''));
}

/** What is built or packed, in order; not what the build has noted for itself. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(sep).some((part) => part.startsWith('.')))
    .sort();
}

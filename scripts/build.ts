import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BuildName } from '../vite.config.ts';
import { writeNotices } from './notices/index.ts';

/**
 * node scripts/build.ts [--if-stale] [--brief] [name ...]
 * Builds the page, main, its workers and the preload into dist/, all of them or those named, with the notices of
 * third-party software in them. `--brief` prints one line if something is built, instead of one for each.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');

const always = [
  'vite.config.ts',
  'scripts/diagram-frame.ts',
  'scripts/notices',
  'scripts/page-chunks.ts',
  'scripts/pdf-files.ts',
  'package.json',
  'package-lock.json',
  'preload/contract',
];
const names = [
  'renderer',
  'web',
  'electron',
  'boot',
  'storage',
  'certificates',
  'maintenance',
  'descriptions',
  'demo',
  'preload',
] as const;

/** Inputs of a build, and a file that must exist afterwards. */
const parts: Readonly<Record<BuildName, { from: readonly string[]; gives: string }>> = {
  renderer: { from: ['renderer', 'guide'], gives: 'renderer/index.html' },
  web: { from: ['main'], gives: 'main/web.js' },
  electron: { from: ['main'], gives: 'main/electron.cjs' },
  boot: { from: ['main'], gives: 'main/electron.js' },
  storage: { from: ['main'], gives: 'main/workers/storage.js' },
  certificates: { from: ['main'], gives: 'main/workers/certificates.js' },
  maintenance: { from: ['main'], gives: 'main/workers/maintenance.js' },
  descriptions: { from: ['main'], gives: 'main/workers/descriptions.js' },
  demo: { from: ['main'], gives: 'main/workers/demo.js' },
  preload: { from: ['preload'], gives: 'preload/index.cjs' },
};

/** Hashes content, not times: a checkout or a copy changes only those. */
async function digest(name: BuildName): Promise<string> {
  const hash = createHash('sha256');
  for (const path of [...always, ...parts[name].from]) {
    for (const file of await filesBelow(path)) {
      hash
        .update(file)
        .update('\0')
        .update(await readFile(join(root, file)));
    }
  }
  return hash.digest('hex');
}

async function filesBelow(path: string): Promise<string[]> {
  if (/\.\w+$/.test(path)) return [path];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
}

const stampOf = (name: BuildName) => join(dist, `.${name}.stamp`);

async function isStale(name: BuildName): Promise<boolean> {
  const stamp = stampOf(name);
  if (!existsSync(stamp) || !existsSync(join(dist, parts[name].gives))) return true;
  return (await readFile(stamp, 'utf8')) !== (await digest(name));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // No such process: the lock's holder died.
    return false;
  }
}

/** Two simultaneous builds would overwrite each other; the second waits and then finds nothing to do. */
async function withLock(work: () => Promise<void>): Promise<void> {
  const lock = join(dist, '.lock');
  for (;;) {
    try {
      await mkdir(dist, { recursive: true });
      const handle = await open(lock, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      break;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === 'EACCES' || code === 'EROFS') {
        console.error(
          `The app must be built, but ${dist} cannot be written to. Allow yourself to write there, or start from your own copy of this folder.`,
        );
        process.exit(1);
      }
      if (code !== 'EEXIST') throw error;
      const holder = Number(await readFile(lock, 'utf8').catch(() => '0'));
      if (holder > 0 && !isRunning(holder)) await rm(lock, { force: true });
      else await delay(100);
    }
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

const chunks = join(dist, 'main/chunks');

/** File endings of the parts that a host shares with its later ones. */
const endings: Partial<Record<BuildName, string>> = { web: '.js', electron: '.cjs' };

async function chunksOf(name: BuildName): Promise<string[]> {
  const ending = endings[name];
  if (ending === undefined || !existsSync(chunks)) return [];
  return (await readdir(chunks)).filter((file) => file.endsWith(ending));
}

/** Removes parts of an earlier build once the new one is complete, so that a failed build breaks nothing. */
async function removeOld(before: readonly string[], written: string): Promise<void> {
  for (const name of before) {
    if (!written.includes(name)) await rm(join(chunks, name), { force: true });
  }
}

async function toBuild(wanted: readonly BuildName[], ifStale: boolean): Promise<BuildName[]> {
  const stale: BuildName[] = [];
  for (const name of wanted) if (!ifStale || (await isStale(name))) stale.push(name);
  return stale;
}

async function buildAll(
  wanted: readonly BuildName[],
  { ifStale, brief }: { ifStale: boolean; brief: boolean },
): Promise<void> {
  const stale = await toBuild(wanted, ifStale);
  if (stale.length === 0) return;
  if (brief) console.log('Building the app');
  const [{ build }, { builds }] = await Promise.all([import('vite'), import('../vite.config.ts')]);
  for (const name of stale) {
    const started = performance.now();
    const stamp = await digest(name);
    await rm(stampOf(name), { force: true });
    const before = await chunksOf(name);
    const output = await build({ ...builds[name], logLevel: 'warn', mode: 'production' });
    if (before.length > 0) await removeOld(before, JSON.stringify(output, ['output', 'fileName']));
    await writeFile(stampOf(name), stamp);
    if (!brief) console.log(`built ${name} in ${Math.round(performance.now() - started)} ms`);
  }
  try {
    writeNotices(root, names);
  } catch (error) {
    // the next build must report it again
    for (const name of stale) await rm(stampOf(name), { force: true });
    throw error;
  }
}

const { values, positionals } = parseArgs({
  options: {
    'if-stale': { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !names.some((known) => known === name));
if (unknown.length > 0) throw new Error(`no build is called ${unknown.join(', ')}`);
const wanted = names.filter((name) => positionals.length === 0 || positionals.includes(name));
// node_modules/.bin and Vite's plugins read this; a build is always for production.
process.env.NODE_ENV = 'production';
// A built tree may be read-only for its user.
if ((await toBuild(wanted, values['if-stale'])).length > 0) {
  await withLock(() => buildAll(wanted, { ifStale: values['if-stale'], brief: values.brief }));
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findProgram } from '../lanes/needs.ts';
import { root } from '../toolchain.mjs';
import { findElectron, type PackedElectron, packFolder, runBuilder } from './electron.ts';
import { layOut, makeDeb, makePortable, makeRpm } from './linux/index.ts';
import { signingPlan } from './signing.ts';
import { finishSite } from './site/index.ts';
import { packWebHost } from './web.ts';

/**
 * npm run package [-- --output=DIR] [--only=web,deb,rpm,portable]
 * Makes every package that this machine can make, in one folder with their checksums, bill of materials, licences and
 * signature. Where Electron's binary cannot be had they are packed around the test runtime: to try, not to ship.
 *
 *
 * npm run package -- <electron-builder's own flags>
 * Runs electron-builder alone (`--win`, `--mac`, `--linux --dir`), after what will be signed was told; with `--dry-run`
 * it is only told.
 */
const kinds = ['web', 'deb', 'rpm', 'portable'] as const;
type Kind = (typeof kinds)[number];

/** What makes each, beside Node.js. */
const made: Readonly<Record<Kind, { by: string }>> = {
  web: { by: 'tar' },
  deb: { by: 'dpkg-deb' },
  rpm: { by: 'rpmbuild' },
  portable: { by: 'tar' },
};

/** Why a package is not made here; undefined where it is. */
function obstacle(kind: Kind): string | undefined {
  const { by } = made[kind];
  if (kind !== 'web' && (process.platform !== 'linux' || process.arch !== 'x64')) {
    return 'it is made on Linux x64';
  }
  return findProgram(by) === undefined ? `${by} is not installed` : undefined;
}

async function makeAll(output: string, wanted: readonly Kind[]): Promise<void> {
  rmSync(output, { recursive: true, force: true });
  const work = join(output, '.work');
  mkdirSync(work, { recursive: true });
  const can = wanted.filter((kind) => {
    const why = obstacle(kind);
    if (why !== undefined) console.log(`${kind}: not made: ${why}`);
    return why === undefined;
  });
  const packages: string[] = [];
  let electron: PackedElectron | null = null;
  if (can.includes('web')) packages.push(await packWebHost(output));
  if (can.some((kind) => kind !== 'web')) {
    electron = await findElectron();
    const unpacked = packFolder(work, electron);
    packages.push(...(await makeLinux(output, unpacked, can)));
  }
  finishSite(output, packages, electron?.version ?? null);
  rmSync(work, { recursive: true, force: true });
}

async function makeLinux(
  output: string,
  unpacked: string,
  can: readonly Kind[],
): Promise<string[]> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const packages: string[] = [];
  const tree = join(output, '.work/tree');
  if (can.includes('deb') || can.includes('rpm')) layOut(tree, unpacked, version);
  if (can.includes('deb')) packages.push(makeDeb(output, tree, version));
  if (can.includes('rpm')) packages.push(makeRpm(output, tree, version));
  if (can.includes('portable')) packages.push(await makePortable(output, unpacked, version));
  return packages;
}

function build(): void {
  const done = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

const dryRun = process.argv.includes('--dry-run');
const given = process.argv.slice(2).filter((argument) => argument !== '--dry-run');
const platforms = (['win', 'mac'] as const).filter((name) => given.includes(`--${name}`));
try {
  for (const line of signingPlan(platforms, process.env)) console.log(line);
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exit(1);
}
if (dryRun) process.exit(0);
const forBuilder = given.some((argument) => !/^--(?:output|only)=/.test(argument));
build();
if (forBuilder) {
  const chosen =
    existsSync(join(root, 'node_modules/electron/dist')) ||
    given.some((argument) => argument.startsWith('-c.electronDist='));
  runBuilder([...(chosen ? [] : (await findElectron()).flags), ...given]);
} else {
  const { values } = parseArgs({
    args: given,
    options: {
      output: { type: 'string', default: join(root, 'release') },
      only: { type: 'string', default: kinds.join(',') },
    },
  });
  const names = values.only.split(',');
  const unknown = names.filter((name) => !kinds.some((kind) => kind === name));
  if (unknown.length > 0) throw new Error(`no package is called ${unknown.join(', ')}`);
  await makeAll(
    resolve(values.output),
    kinds.filter((kind) => names.includes(kind)),
  );
}

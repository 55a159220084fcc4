import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findProgram } from '../lanes/needs.ts';
import { root } from '../toolchain.mjs';
import { findGnuTar } from './archive.ts';
import {
  findElectron,
  lockedSource,
  ownSystem,
  type PackedElectron,
  packFolder,
  runBuilder,
  systemsIn,
} from './electron.ts';
import {
  createTree,
  findRuntime,
  makeAppImage,
  makeDeb,
  makePortable,
  makeRpm,
} from './linux/index.ts';
import { configuration } from './metadata.ts';
import { signingFlags, signingPlan } from './signing.ts';
import { clearSite, finishSite, packagesIn, refuseOthers } from './site/index.ts';
import { packedVersion } from './version.ts';
import { packWebHost } from './web.ts';

/**
 * npm run package [-- --output=DIR] [--only=web,deb,rpm,portable,appimage] [--test-runtime]
 * Makes every package that this computer can make, in one folder with their checksums, bill of materials, licences and
 * signature. Downloads Electron's binary if it is missing; without it nothing is packed around another one, except with
 * `--test-runtime`, around the tests' runtime: for trying, not for shipping. Removes only packages of these kinds from
 * the folder.
 *
 * npm run package -- <electron-builder's own flags>
 * Runs only electron-builder (`--win`, `--mac`, `--linux --dir`), after printing what will be signed; with `--dry-run`
 * only prints it.
 *
 * npm run package -- --finish=DIR
 * Completes a folder that also contains packages from other computers: recreates everything beside them.
 */
const kinds = ['web', 'deb', 'rpm', 'portable', 'appimage'] as const;
type Kind = (typeof kinds)[number];

const kindOf: Readonly<Record<Kind, RegExp>> = {
  web: /^compute-desk-web-.*\.tar\.gz$/,
  deb: /\.deb$/,
  rpm: /\.rpm$/,
  portable: /\.tar\.zst$/,
  appimage: /\.AppImage$/,
};

/** The tools for each, beside Node.js. */
const makers = { deb: 'dpkg-deb', rpm: 'rpmbuild', appimage: 'mksquashfs' } as const;

/** Returns why a package is not made here; undefined if it is. */
function obstacle(kind: Kind): string | undefined {
  if (kind !== 'web' && (process.platform !== 'linux' || process.arch !== 'x64')) {
    return 'it is made on Linux x64';
  }
  if (kind === 'web' || kind === 'portable') {
    return findGnuTar() === undefined ? 'GNU tar is not installed' : undefined;
  }
  if (findProgram(makers[kind]) === undefined) return `${makers[kind]} is not installed`;
  if (kind !== 'appimage') return undefined;
  const runtime = findRuntime();
  return 'obstacle' in runtime ? runtime.obstacle : undefined;
}

async function makeAll(output: string, wanted: readonly Kind[]): Promise<void> {
  const can = wanted.filter((kind) => {
    const why = obstacle(kind);
    if (why !== undefined) console.log(`${kind}: not made: ${why}`);
    return why === undefined;
  });
  // Before anything is removed: without it nothing is made.
  const around = can.some((kind) => kind !== 'web') ? await electron() : null;
  const work = join(output, '.work');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  clearSite(output);
  for (const name of packagesIn(output)) {
    if (kinds.some((kind) => kindOf[kind].test(name))) rmSync(join(output, name));
  }
  refuseOthers(output);
  if (can.includes('web')) await packWebHost(output);
  if (around !== null) await makeLinux(output, packFolder(work, around), can);
  rmSync(work, { recursive: true, force: true });
  await finish(output);
}

/** Ends this process with a sentence if there is none to pack. */
const electron = (): Promise<PackedElectron> =>
  findElectron({ testRuntime }).catch((cause: unknown) =>
    end(cause instanceof Error ? cause.message : String(cause)),
  );

function end(why: string): never {
  console.error(why);
  process.exit(1);
}

const finish = (output: string): Promise<void> => finishSite(output, electron);

async function makeLinux(output: string, unpacked: string, can: readonly Kind[]): Promise<void> {
  const version = packedVersion();
  const tree = join(output, '.work/tree');
  if (can.includes('deb') || can.includes('rpm')) createTree(tree, unpacked, version);
  if (can.includes('deb')) makeDeb(output, tree, version);
  if (can.includes('rpm')) makeRpm(output, tree, version);
  if (can.includes('portable')) await makePortable(output, unpacked, version);
  if (!can.includes('appimage')) return;
  const runtime = findRuntime();
  if ('path' in runtime) makeAppImage(output, unpacked, version, runtime.path);
}

function build(): void {
  const done = spawnSync(process.execPath, [join(root, 'scripts/build.ts'), '--if-stale'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

const dryRun = process.argv.includes('--dry-run');
const testRuntime = process.argv.includes('--test-runtime');
const given = process.argv
  .slice(2)
  .filter((argument) => argument !== '--dry-run' && argument !== '--test-runtime');
const platforms = (['win', 'mac'] as const).filter((name) => systemsIn(given).includes(name));
try {
  packedVersion();
  for (const line of signingPlan(platforms, process.env)) console.log(line);
} catch (cause) {
  end(cause instanceof Error ? cause.message : String(cause));
}
if (dryRun) process.exit(0);
const forBuilder = given.some((argument) => !/^--(?:output|only|finish)=/.test(argument));

/**
 * electron-builder downloads the lock file's Electron itself, for each system and processor. Only another one, named or
 * the tests' runtime, needs a flag, and is for this computer only.
 */
async function builderFlags(): Promise<readonly string[]> {
  if (given.some((argument) => /^(?:-c|--config)\.electronDist=/.test(argument))) return [];
  const own = ownSystem();
  const systems = systemsIn(given);
  if (systems.length > 0 && !systems.includes(own)) return [];
  const { flags, source } = await electron();
  if (source === lockedSource) return [];
  if (systems.some((system) => system !== own)) end(`${source} is for this computer alone`);
  return flags;
}

build();
if (forBuilder) {
  const signing = signingFlags(process.env, configuration.mac);
  runBuilder([...(await builderFlags()), ...signing, ...given]);
  console.log('What stands beside packages for a site: npm run package -- --finish=DIR');
} else {
  const { values } = parseArgs({
    args: given,
    options: {
      output: { type: 'string', default: join(root, 'release') },
      only: { type: 'string', default: kinds.join(',') },
      finish: { type: 'string' },
    },
  });
  const names = values.only.split(',');
  const unknown = names.filter((name) => !kinds.some((kind) => kind === name));
  if (unknown.length > 0) throw new Error(`no package is called ${unknown.join(', ')}`);
  if (values.finish !== undefined) await finish(resolve(values.finish));
  else {
    await makeAll(
      resolve(values.output),
      kinds.filter((kind) => names.includes(kind)),
    );
  }
}

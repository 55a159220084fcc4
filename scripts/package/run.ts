import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findRuntime } from '../../test/electron/support/runtime.ts';
import { findProgram } from '../lanes/needs.ts';
import { root } from '../toolchain.mjs';
import { finishSite } from './site/index.ts';
import { packWebHost } from './web.ts';

/**
 * npm run package [-- --output DIR] [--only web]
 * Makes every package that this machine can make, in one folder with their checksums, bill of materials, licences and
 * signature. Where Electron's binary cannot be had they are packed around the test runtime: to try, not to ship.
 *
 * npm run package -- <electron-builder's own flags>
 * Runs electron-builder alone (`--win`, `--mac`, `--linux --dir`).
 */
const kinds = ['web'] as const;
type Kind = (typeof kinds)[number];

/** What makes each, beside Node.js. */
const made: Readonly<Record<Kind, { by: string }>> = {
  web: { by: 'tar' },
};

function run(script: string, args: readonly string[]): void {
  const done = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Electron-builder's flags for the Electron that is packed; none where its own is there. */
async function runtimeFlags(given: readonly string[]): Promise<string[]> {
  const chosen =
    existsSync(join(root, 'node_modules/electron/dist')) ||
    given.some((argument) => argument.startsWith('-c.electronDist='));
  if (chosen) return [];
  const { folder, version, source } = await findRuntime();
  console.log(`Packing Electron ${version} from ${source}: for tests, not to ship`);
  return [`-c.electronDist=${folder}`, `-c.electronVersion=${version}`];
}

async function runBuilder(given: readonly string[]): Promise<void> {
  run('node_modules/electron-builder/cli.js', [...(await runtimeFlags(given)), ...given]);
}

/** Why a package is not made here; undefined where it is. */
function obstacle(kind: Kind): string | undefined {
  const { by } = made[kind];
  return findProgram(by) === undefined ? `${by} is not installed` : undefined;
}

async function makeAll(output: string, wanted: readonly Kind[]): Promise<void> {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const packages: string[] = [];
  const can = wanted.filter((kind) => {
    const why = obstacle(kind);
    if (why !== undefined) console.log(`${kind}: not made: ${why}`);
    return why === undefined;
  });
  if (can.includes('web')) packages.push(await packWebHost(output));
  finishSite(output, packages);
  rmSync(join(output, '.work'), { recursive: true, force: true });
}

const given = process.argv.slice(2);
const ours = given.length > 0 && given.every((argument) => /^--(?:output|only)=/.test(argument));
run('scripts/build.ts', ['--if-stale']);
if (ours) {
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
} else {
  await runBuilder(given);
}

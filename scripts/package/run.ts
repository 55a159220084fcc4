import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRuntime } from '../../test/electron/support/runtime.ts';

/**
 * npm run package [-- electron-builder's own flags]
 * Builds and packs for this machine's operating system. Where Electron's binary cannot be had, it packs
 * a folder around the test runtime instead: enough to try the package, never to ship it.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

function run(script: string, args: readonly string[]): void {
  const done = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

async function onTestRuntime(): Promise<string[]> {
  const { folder, version, source } = await findRuntime();
  console.log(`Packing a folder around Electron ${version} from ${source}: for tests, not to ship`);
  const folderOnly = given.includes('--dir') ? [] : ['--linux', '--dir'];
  return [...folderOnly, `-c.electronDist=${folder}`, `-c.electronVersion=${version}`];
}

const given = process.argv.slice(2);
const electronChosen =
  existsSync(join(root, 'node_modules/electron/dist')) ||
  given.some((argument) => argument.startsWith('-c.electronDist='));
run('scripts/build.ts', ['--if-stale']);
const runtime = electronChosen ? [] : await onTestRuntime();
run('node_modules/electron-builder/cli.js', [...runtime, ...given]);

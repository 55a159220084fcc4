import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPackage } from '@electron/asar';

const script = fileURLToPath(new URL('../../../scripts/package/run.ts', import.meta.url));

/** What is started of two packed apps. */
export interface PackedPair {
  readonly ours: string;
  readonly peer: string;
}

/**
 * Packs the app as for Linux, and an empty one in the same way: the same files, the same fuses, another asar. Ours is
 * started by its command, which looks whether all of it is there; the empty one has none.
 * @param empty its folder, of which the page lies beside the asar
 */
export async function packPair(folder: string, empty: string): Promise<PackedPair> {
  const output = join(folder, 'packed');
  const args = [script, '--test-runtime', '--linux', '--dir', `-c.directories.output=${output}`];
  const packed = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(packed.stdout + packed.stderr);
  const ours = join(output, 'linux-unpacked');
  const peer = join(folder, 'packed-empty');
  const copied = spawnSync('cp', ['-al', ours, peer], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(copied.stderr);
  const asar = join(peer, 'resources/app.asar');
  // Written into, the linked one would be ours.
  rmSync(asar);
  await createPackage(empty, asar);
  copyFileSync(join(empty, 'index.html'), join(peer, 'resources/index.html'));
  return { ours: join(ours, 'compute-desk'), peer: join(peer, 'compute-desk-app') };
}

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const newPlace = (): string => mkdtempSync(join(tmpdir(), 'compute-desk-disk-'));
const mount = (place: string, megabytes: number): SpawnSyncReturns<Buffer> =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', place]);

/** Why no disk of its own can be had here, or null: only root may mount one. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return `no tmpfs on ${process.platform}`;
  if (process.getuid?.() !== 0) return 'only root can mount a file system';
  const place = newPlace();
  const { status, error, stderr } = mount(place, 1);
  if (status === 0) spawnSync('umount', [place]);
  rmdirSync(place);
  return status === 0 ? null : `mount: ${error?.message ?? String(stderr)}`;
}

/** A disk of its own for the running test, gone when it has finished. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes up what room there is, but for so many bytes. */
  fill(leaving?: number): void;
  /** Gives it back. */
  empty(): void;
}

export function smallDisk(megabytes: number): SmallDisk {
  const folder = newPlace();
  const mounted = mount(folder, megabytes);
  if (mounted.status !== 0) throw new Error(`mount: ${String(mounted.stderr)}`);
  onTestFinished(() => {
    // lazily: what still has a file open lets go of it later
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const filler = join(folder, 'filler');
  const empty = (): void => rmSync(filler, { force: true });
  return {
    folder,
    empty,
    fill(leaving = 0) {
      empty();
      const kept = join(folder, 'leaving');
      write(kept, leaving);
      write(filler, Number.POSITIVE_INFINITY);
      rmSync(kept);
    },
  };
}

/** Writes so many bytes, or as many as there is room for. */
function write(file: string, bytes: number): void {
  const block = Buffer.alloc(4096, 1);
  const open = openSync(file, 'w');
  try {
    for (let left = bytes; left > 0; left -= block.length) writeSync(open, block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(open);
  }
}

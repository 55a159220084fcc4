import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const nothing = (): void => undefined;

/** Nothing is served by it: whoever asks anything of it waits until it is closed, as for a share that is away. */
function mountDeaf(folder: string): { readonly why: string | null; end(): void } {
  if (process.platform !== 'linux') return { why: `no FUSE on ${process.platform}`, end: nothing };
  if (process.getuid?.() !== 0) return { why: 'only root can mount a file system', end: nothing };
  let device: number;
  try {
    device = openSync('/dev/fuse', 'r+');
  } catch (cause) {
    return { why: String(cause), end: nothing };
  }
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0,allow_other';
  const { status, error, stderr } = spawnSync(
    'mount',
    ['-i', '-t', 'fuse', '-o', options, 'deaf', folder],
    { stdio: ['ignore', 'ignore', 'pipe', device] },
  );
  const end = (): void => {
    // what waits is told that it is gone
    closeSync(device);
    spawnSync('umount', ['-l', folder]);
  };
  if (status === 0) return { why: null, end };
  closeSync(device);
  return { why: `mount: ${error?.message ?? String(stderr)}`, end: nothing };
}

const newPlace = (): string => mkdtempSync(join(tmpdir(), 'compute-desk-deaf-'));

/** Why no file system that does not answer can be had here, or null. */
export function whyNoDeafDisk(): string | null {
  const folder = newPlace();
  const { why, end } = mountDeaf(folder);
  if (why === null) end();
  rmSync(folder, { recursive: true, force: true });
  return why;
}

/** A file system that does not answer, until the running test has finished. */
export function deafDisk(): { readonly folder: string; end(): void } {
  const folder = newPlace();
  const { why, end } = mountDeaf(folder);
  if (why !== null) throw new Error(why);
  let ended = false;
  const once = (): void => {
    if (!ended) end();
    ended = true;
  };
  onTestFinished(() => {
    once();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, end: once };
}

import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../../preload/contract/errors.ts';
import { withTimeout } from '../outside/index.ts';
import { PolicyFault } from './fault.ts';

/** Bytes. An operator's systems and authorities take a few pages. */
const largest = 1024 * 1024;

/** Accepted owners of a policy file; others could change it. */
export interface FileOwners {
  readonly path: string;
  /** User ids; null if files have none, or any owner is accepted. */
  readonly owners: readonly number[] | null;
  /** Whether the folder needs the same owner: anyone who can write there can remove the file. */
  readonly ownFolder: boolean;
}

/** Returns the file's bytes, or null if there is none. @throws PolicyFault */
export async function readPolicyFile(place: FileOwners): Promise<Uint8Array | null> {
  try {
    return await withTimeout(place.path, () => readThere(place));
  } catch (cause) {
    throw cause instanceof AppError ? new PolicyFault('unreadable', '', cause) : cause;
  }
}

async function readThere(place: FileOwners): Promise<Uint8Array | null> {
  if (place.ownFolder) {
    const folder = dirname(place.path);
    const found = await there(() => lstat(folder));
    if (found === null) return null;
    if (found.isSymbolicLink()) throw new PolicyFault('link', folder);
    if (!found.isDirectory()) throw new PolicyFault('not-a-file', folder);
    requireOwned(found, place.owners, folder);
  }
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await there(() => open(place.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  if (file === null) return null;
  try {
    // Checks the opened file, not the path: another file may lie there by now.
    const found = await file.stat();
    if (!found.isFile()) throw new PolicyFault('not-a-file');
    requireOwned(found, place.owners, '');
    if (found.size > largest) throw new PolicyFault('too-large');
    const bytes = new Uint8Array(largest + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
      if (bytesRead === 0) return bytes.subarray(0, length);
      length += bytesRead;
      if (length > largest) throw new PolicyFault('too-large');
    }
  } catch (cause) {
    throw cause instanceof PolicyFault ? cause : new PolicyFault('unreadable', '', cause);
  } finally {
    await file.close();
  }
}

function requireOwned(
  found: { readonly uid: number; readonly mode: number },
  owners: FileOwners['owners'],
  where: string,
): void {
  if (owners === null) return;
  if (!owners.includes(found.uid)) throw new PolicyFault('owner', where);
  if ((found.mode & 0o022) !== 0) throw new PolicyFault('open-to-others', where);
}

/** Returns null if nothing is there; for any other obstacle the policy counts as unreadable. */
async function there<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'ENOENT') return null;
    throw new PolicyFault(code === 'ELOOP' ? 'link' : 'unreadable', '', cause);
  }
}

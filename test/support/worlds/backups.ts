import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SaveStreamed } from '../../../main/base/host.ts';
import { packInto, type Source } from '../../../main/settings/backups/pack.ts';
import { unpack } from '../../../main/settings/backups/unpack.ts';
import type { WholeApp } from '../processes/whole-app.ts';
import { smallestCost } from './vault.ts';

/** A file in a backup, as tests hold it. */
export interface Packed {
  readonly path: string;
  readonly bytes: Uint8Array;
}

async function inFile<T>(use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-'));
  try {
    return await use(join(folder, 'file'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A backup as the app writes it, of whatever a test puts in. */
export function pack(files: readonly Packed[], passphrase: string): Promise<Buffer> {
  const sources = files.map(({ path, bytes }): Source => ({ path, content: bytes }));
  return inFile(async (file) => {
    await packInto(file, sources, passphrase, smallestCost);
    return readFile(file);
  });
}

/** @throws AppError as the app does */
export function unpackAll(bytes: Uint8Array, passphrase: string): Promise<Packed[]> {
  return inFile(async (file) => {
    await writeFile(file, bytes);
    const files: Packed[] = [];
    for await (const { path, content } of unpack(file, passphrase)) {
      const parts: Uint8Array[] = [];
      for await (const part of content) parts.push(Buffer.from(part));
      files.push({ path, bytes: Buffer.concat(parts) });
    }
    return files;
  });
}

/** A place for the backups that the app saves. */
export function savedBackups(): {
  readonly saved: { readonly name: string; readonly bytes: Buffer }[];
  readonly saveStreamed: SaveStreamed;
} {
  const saved: { name: string; bytes: Buffer }[] = [];
  return {
    saved,
    saveStreamed: ({ name, write }) =>
      inFile(async (file) => {
        await write(file);
        saved.push({ name, bytes: await readFile(file) });
        return { kind: 'saved', path: name };
      }),
  };
}

/** Hands a backup over in pieces, as a window does. */
export async function handOver(app: WholeApp, bytes: Uint8Array, size = 40_000): Promise<void> {
  for (let at = 0; at === 0 || at < bytes.byteLength; at += size) {
    await app.call('backups.take', { first: at === 0, bytes: bytes.subarray(at, at + size) });
  }
}

import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Secret } from '../secrets-search.ts';
import { testFolder } from './folder.ts';

/**
 * What the vault of a data folder holds, sealed: the names of its rows, and their bytes as Latin-1. Reads a
 * copy, so that the app may be running on the folder.
 */
export function sealedRows(dataFolder: string): Secret[] {
  const copy = testFolder();
  const name = 'compute-desk.sqlite';
  for (const file of [name, `${name}-wal`]) {
    const from = join(dataFolder, file);
    if (existsSync(from)) copyFileSync(from, join(copy, file));
  }
  const database = new DatabaseSync(join(copy, name));
  try {
    const rows = database.prepare('SELECT name, sealed FROM secrets ORDER BY name').all();
    return rows.map(({ name: of, sealed }) => {
      if (!(sealed instanceof Uint8Array)) throw new Error(`${of} is not sealed`);
      return { name: String(of), text: Buffer.from(sealed).toString('latin1') };
    });
  } finally {
    database.close();
  }
}

/** The rows that hold tokens. */
export function sealedTokens(dataFolder: string): Secret[] {
  return sealedRows(dataFolder).filter(({ name }) => name.startsWith('session:'));
}

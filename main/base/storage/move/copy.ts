import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamage, storageFailure } from '../errors.ts';

export const database = 'compute-desk.sqlite';
/** Chromium's own files, those of a running process, and the database, which is copied separately. */
const passedOver: ReadonlySet<string> = new Set([
  'browser',
  'DevToolsActivePort',
  'Crashpad',
  ...['', '-wal', '-shm', '-journal'].map((end) => `${database}${end}`),
]);
const sealingKey = 'Local State';
const isPassedOver = (name: string): boolean =>
  passedOver.has(name) || name.startsWith('Singleton');

/** Returns a folder's entries to copy; links lead elsewhere and are skipped. */
function entriesOf(folder: string, top: boolean) {
  return readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => (entry.isFile() || entry.isDirectory()) && !(top && isPassedOver(entry.name)),
  );
}

/** Returns the bytes of everything to copy. */
export function sizeOf(folder: string): number {
  const own = [database, `${database}-wal`]
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
  return own + below(folder, true);
}

function below(folder: string, top = false): number {
  return entriesOf(folder, top)
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? below(path) : statSync(path).size;
    })
    .reduce((sum, size) => sum + size, 0);
}

/**
 * Copies a folder's contents except the database; flushes each file and reads it back.
 * @param wrote called with the bytes written, after each piece
 */
export function copyFolder(
  from: string,
  to: string,
  wrote: (bytes: number) => void,
  top = true,
): void {
  for (const entry of entriesOf(from, top)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isFile()) copyFile(source, target, wrote);
    else {
      mkdirSync(target, { mode: 0o700 });
      copyFolder(source, target, wrote, false);
    }
  }
  flushFolder(to);
}

/**
 * Copies the only needed file of Chromium's: on Windows it has the key with which `safeStorage` seals.
 * @see https://www.electronjs.org/docs/latest/api/safe-storage
 */
export function copySealingKey(from: string, to: string): void {
  const [source, folder] = [join(from, 'browser', sealingKey), join(to, 'browser')];
  if (!existsSync(source)) return;
  mkdirSync(folder, { mode: 0o700 });
  copyFile(source, join(folder, sealingKey));
  flushFolder(folder);
}

/** Copies it while nobody else can open it. A damaged one is copied unchanged and repaired when it is opened. */
export function copyDatabase(folder: string, to: string): void {
  const [file, target] = [join(folder, database), join(to, database)];
  if (!existsSync(file)) return;
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
    db.prepare('VACUUM INTO ?').run(target);
    requireSame(db, target);
    flush(target);
    return;
  } catch (cause) {
    if (!isDamage(storageFailure(cause))) throw cause;
  } finally {
    db.close();
  }
  for (const end of ['', '-wal']) {
    if (existsSync(`${file}${end}`)) copyFile(`${file}${end}`, `${target}${end}`);
  }
}

function requireSame(db: DatabaseSync, target: string): void {
  const copy = new DatabaseSync(target, { readOnly: true });
  try {
    const sound = copy.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
    const same = JSON.stringify(countsIn(db)) === JSON.stringify(countsIn(copy));
    if (sound !== 'ok' || !same) throw new Error('the copy is not the same');
  } finally {
    copy.close();
  }
}

function countsIn(db: DatabaseSync): unknown[] {
  const names = db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name`,
    )
    .all();
  const version = db.prepare('PRAGMA user_version').get();
  return [
    version,
    ...names.map(({ name }) => [name, db.prepare(`SELECT count(*) AS n FROM "${name}"`).get()?.n]),
  ];
}

function copyFile(
  from: string,
  to: string,
  wrote: (bytes: number) => void = () => undefined,
): void {
  const source = openSync(from, 'r');
  const target = openSync(to, 'wx', 0o600);
  const hash = createHash('sha256');
  try {
    for (const part of partsOf(source)) {
      hash.update(part);
      for (let at = 0; at < part.length; ) at += writeSync(target, part, at);
      wrote(part.length);
    }
    fsyncSync(target);
  } finally {
    closeSync(source);
    closeSync(target);
  }
  if (hashOf(to) !== hash.digest('hex')) throw new Error('the copy is not the same');
}

function hashOf(file: string): string {
  const handle = openSync(file, 'r');
  const hash = createHash('sha256');
  try {
    for (const part of partsOf(handle)) hash.update(part);
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}

function* partsOf(handle: number): Generator<Buffer> {
  const buffer = Buffer.alloc(1024 * 1024);
  for (let read = -1; read !== 0; ) {
    read = readSync(handle, buffer);
    yield buffer.subarray(0, read);
  }
}

function flush(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes names survive a power failure; Windows has no such call. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

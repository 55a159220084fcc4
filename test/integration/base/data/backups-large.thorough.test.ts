import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { webNodeFlags } from '../../../../scripts/start/web-node.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { startWholeApp } from '../../../support/processes/whole-app.ts';

const database = 'compute-desk.sqlite';
const rows = 640;
/** Characters of a row. */
const size = 1024 * 1024;

/** The sum of what the rows hold, for a comparison without holding them. */
function sumOf(folder: string): unknown {
  const db = new DatabaseSync(join(folder, database));
  const found = db.prepare('SELECT count(*) AS n, sum(length(text)) AS size FROM prompts').get();
  const last = db.prepare('SELECT text FROM prompts ORDER BY name DESC LIMIT 1').get();
  db.close();
  return { ...found, last: String(last?.text).slice(-64) };
}

test('a database of 640 MB is saved and restored in bounded memory', async () => {
  const app = await startWholeApp();
  await app.close();
  const db = new DatabaseSync(join(app.folder, database));
  db.exec('BEGIN');
  const insert = db.prepare('INSERT INTO prompts VALUES (?, ?, ?, ?, ?, ?)');
  const at = '2026-11-23T08:00:00.000Z';
  for (let number = 0; number < rows; number += 1) {
    insert.run(`${number}`, `${number}`, randomBytes(size / 2).toString('hex'), '', '[]', at);
  }
  db.exec('COMMIT');
  db.close();
  const [to, file] = [testFolder(), join(testFolder(), 'large.backup')];
  const child = new URL('../../../support/processes/backup-child.ts', import.meta.url).pathname;
  // as the app is started: how soon memory is given back depends on it
  const run = async (...args: readonly string[]): Promise<{ rest: number; busy: number }> =>
    JSON.parse(
      (await promisify(execFile)(process.execPath, [...webNodeFlags, child, ...args])).stdout,
    );
  const made = await run('make', app.folder, file);
  const restored = await run('restore', to, file);
  console.log(
    `${Math.round(statSync(file).size / 1e6)} MB; memory: ${made.rest} MB at rest, at most ${made.busy} MB while it was made, ${restored.busy} MB while it was restored`,
  );
  expect(statSync(file).size).toBeGreaterThan(512 * 1024 * 1024);
  // scrypt takes 128 MB of it, and 8 MB are handed over at a time
  expect(made.busy - made.rest).toBeLessThan(256);
  expect(restored.busy - restored.rest).toBeLessThan(256);
  expect(sumOf(to)).toEqual(sumOf(app.folder));
}, 600_000);

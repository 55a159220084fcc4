import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { applyRestore } from '../../../../main/base/storage/parts/restore.ts';
import { openSqlite, requireFree } from '../../../../main/base/storage/sqlite.ts';
import type { BackupPart } from '../../../../preload/contract/settings/backups.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { heldIn, makeDataFolder } from '../../../support/files/moved-folder.ts';
import { noteTotal } from '../../../support/totals.ts';

const child = fileURLToPath(new URL('../../../support/processes/step-child.ts', import.meta.url));
const name = 'compute-desk.sqlite';
const time = '20261123T080000Z';

/** The titles of the conversations and the names of the prompts that a database has, with its soundness. */
function read(file: string): unknown[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const all = (sql: string) => db.prepare(sql).all().flatMap(Object.values);
  const found = [
    all('SELECT title FROM conversations'),
    all('SELECT name FROM prompts'),
    all('PRAGMA integrity_check'),
  ];
  db.close();
  return found;
}

/** A data folder with a restore that waits, and how its start ends when it is killed before a step. */
function startKilledBefore(step: number, parts: readonly BackupPart[] | null) {
  const folder = testFolder();
  makeDataFolder(folder);
  const waiting = join(folder, `restore-${time}`);
  mkdirSync(join(waiting, 'attachments', 'cd'), { recursive: true, mode: 0o700 });
  writeFileSync(join(waiting, 'attachments', 'cd', 'e'.repeat(62)), 'restored');
  const sqlite = openSqlite(join(waiting, name));
  const at = '2026-11-23T08:00:00.000Z';
  sqlite.transaction([
    {
      sql: 'INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      params: ['s', 'System', 'real', 'https://api.invalid', '[]', at],
    },
    {
      sql: 'INSERT INTO conversations (id, system_id, title, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
      params: ['c', 's', 'restored', at, at],
    },
    {
      sql: 'INSERT INTO prompts VALUES (?, ?, ?, ?, ?, ?)',
      params: ['2', 'other', '', '', '[]', at],
    },
  ]);
  sqlite.close();
  if (parts !== null) writeFileSync(join(waiting, 'parts.json'), JSON.stringify(parts));
  const { signal, status, stdout, stderr } = spawnSync(
    process.execPath,
    [child, 'restore', folder, `${step}`],
    { encoding: 'utf8' },
  );
  if (signal === null && status !== 0) throw new Error(stderr);
  return { folder, steps: signal === null ? Number(stdout) : null };
}

const cases: [string, readonly BackupPart[] | null, unknown[]][] = [
  ['all', null, [['restored'], ['other'], ['ok']]],
  ['the conversations', ['conversations'], [['restored'], ['mine'], ['ok']]],
];

test.each(cases)(
  'killed before any step of a start that restores %s, the next one goes on, and what was there is kept',
  async (_, parts, wanted) => {
    const { steps } = startKilledBefore(0, parts);
    for (let step = 1; step <= (steps ?? 0); step += 1) {
      const { folder, steps: ended } = startKilledBefore(step, parts);
      expect(ended).toBeNull();
      applyRestore(join(folder, name), requireFree, (one) => openSqlite(one).close());
      expect(read(join(folder, name)), `step ${step}`).toEqual(wanted);
      expect(existsSync(join(folder, `restore-${time}`))).toBe(false);
      expect(readdirSync(join(folder, 'attachments'))).toEqual(['cd']);
      const replaced = join(folder, 'replaced', time);
      expect(read(join(replaced, name)), `step ${step}`).toEqual([[], ['mine'], ['ok']]);
      expect(readdirSync(join(replaced, 'attachments'))).toEqual(['ab']);
      expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe('{"theme":"dark"}');
      expect(heldIn(replaced)).not.toBe('no database');
    }
    expect(steps).toBeGreaterThan(parts === null ? 5 : 8);
    noteTotal({
      ...{ what: 'kills while a backup is put in its place', tried: steps ?? 0 },
      found: 'all restored at the next start, what was there kept',
    });
  },
  600_000,
);

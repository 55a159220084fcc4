import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../../main/base/storage/sqlite.ts';
import {
  countsOf,
  type Damaging,
  damages,
  noted,
  type Rows,
  readRows,
  soundForAll,
} from '../../../support/files/damaged-folders.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { patience } from '../../../support/patience.ts';
import { rounds } from '../../../support/processes/rounds.ts';
import { noteTotal } from '../../../support/totals.ts';

const name = 'compute-desk.sqlite';
const perKind = rounds(10, 200);

const sound = soundForAll();

const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Everything in the folder that is not the database's, by path. */
function others(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith(name) && !path.startsWith('damaged'));
  return Object.fromEntries(files.map((path) => [path, digest(join(folder, path))]));
}

const databaseFiles = (folder: string) =>
  Object.fromEntries(
    ['', '-wal']
      .map((end) => `${name}${end}`)
      .filter((file) => existsSync(join(folder, file)))
      .map((file) => [file, digest(join(folder, file))]),
  );

const countIn = (rows: Rows) => Object.values(rows).flat().length;
/** How many of these rows the others have. */
const sameIn = (rows: Rows, others: Rows) =>
  Object.entries(rows)
    .map(([table, all]) => {
      const there = new Set(others[table]);
      return all.filter((row) => there.has(row)).length;
    })
    .reduce((sum, count) => sum + count, 0);
const lastOf = (states: readonly Rows[]): Rows => states.at(-1) ?? {};

/** Bytes of rows that may be others unseen: SQLite has nothing that says what they were. */
const mostChanged: Readonly<Record<string, number>> = {
  'single bytes': 8,
  'many bytes': 2000,
  'the first page': 60,
};

/** What is not noticed costs no row; of a log that was cut the last transactions, as where one ends in the middle. */
function expectUnnoticed(kind: string, rows: Rows): void {
  const all = lastOf(sound().states);
  if (kind === 'a log that is cut or changed') {
    expect(sound().states).toContainEqual(rows);
    return;
  }
  expect(countsOf(rows)).toEqual(countsOf(all));
  expect(countIn(all) - sameIn(all, rows)).toBeLessThanOrEqual(mostChanged[kind] ?? 0);
}

/** Whole transactions, and all that was in the file itself. */
function expectWithoutLog(kind: string, seed: number, rows: Rows): void {
  const { states } = sound();
  // every other one of these has changed bytes too, which SQLite sees only where they are not a row's own text
  if (kind === 'a log that is gone' && seed % 2 === 1) {
    const [first = {}] = states;
    expect(countsOf(rows), `seed ${seed}`).toEqual(countsOf(first));
    expect(countIn(first) - sameIn(first, rows), `seed ${seed}`).toBeLessThanOrEqual(200);
    return;
  }
  expect(states, `seed ${seed}`).toContainEqual(rows);
}

const totals = { tried: 0, read: 0, of: 0 };
const ended: Record<string, { mended: number; withoutLog: number; unnoticed: number }> = {};
const kinds = Object.entries<Damaging>(damages);

describe.each(kinds)('%s', (kind, damaging) => {
  test(
    `${perKind} times: it opens, is whole, and loses nothing else`,
    () => {
      const count = { mended: 0, withoutLog: 0, unnoticed: 0 };
      ended[kind] = count;
      for (let round = 0; round < perKind; round += 1) {
        const seed = kinds.findIndex(([other]) => other === kind) * 100_000 + round;
        const folder = testFolder();
        cpSync(sound().folder, folder, { recursive: true });
        damaging(join(folder, name), seed);
        const [files, rest] = [databaseFiles(folder), others(folder)];

        const opened = openSqlite(join(folder, name));
        const note = { sql: `INSERT INTO tool_approvals VALUES ('${noted}', 'ask')` };
        opened.transaction([note]);
        opened.close();

        expect(others(folder), `seed ${seed}`).toEqual(rest);
        const rows = readRows(join(folder, name));
        totals.tried += 1;
        const { damage } = opened;
        if (damage === null) {
          count.unnoticed += 1;
          expectUnnoticed(kind, rows);
          continue;
        }
        // the next start has nothing to say
        const again = openSqlite(join(folder, name));
        expect(again.damage, `seed ${seed}`).toBeNull();
        again.close();
        expect(damage).toMatchObject({
          systems: rows.systems?.length,
          conversations: rows.conversations?.length,
          messages: rows.messages?.length,
        });
        if (damage.folder === null) {
          count.withoutLog += 1;
          expectWithoutLog(kind, seed, rows);
          continue;
        }
        count.mended += 1;
        // the damaged one is there as it was, what stood in its log in it or beside it
        const aside = join(folder, damage.folder);
        const kept = databaseFiles(aside);
        const merged = `${name}-wal` in files && !(`${name}-wal` in kept);
        if (merged) expect(Object.keys(kept), `seed ${seed}`).toEqual([name]);
        else expect(kept, `seed ${seed}`).toEqual(files);
        expect(readdirSync(join(aside, 'attachments', 'ab'))).toEqual(['cdef']);
        const all = lastOf(sound().states);
        totals.read += sameIn(all, rows);
        totals.of += countIn(all);
        if (damage.whole) {
          // A message whose conversation's id was hit stands in a conversation made for it.
          const made = { conversations: countsOf(rows).conversations };
          expect(countsOf(rows), `seed ${seed}`).toEqual({ ...countsOf(all), ...made });
          const more = (rows.conversations?.length ?? 0) - (all.conversations?.length ?? 0);
          expect(more, `seed ${seed}`).toBeGreaterThanOrEqual(0);
          expect(more, `seed ${seed}`).toBeLessThanOrEqual(mostChanged[kind] ?? 0);
        }
      }
    },
    patience(rounds(60_000, 600_000)),
  );
});

afterAll(() => {
  const sum = (of: 'mended' | 'withoutLog' | 'unnoticed') =>
    Object.values(ended).reduce((all, count) => all + count[of], 0);
  const unseen = Object.entries(ended)
    .filter(([, { unnoticed }]) => unnoticed > 0)
    .map(([kind, { unnoticed }]) => `${kind} ${unnoticed}`);
  noteTotal({
    what: 'damages of the database',
    tried: totals.tried,
    found: `${sum('mended')} read out (${totals.read} of their ${totals.of} rows), ${sum('withoutLog')} told to lack their log, ${sum('unnoticed')} unnoticed without more lost than what a cut log had (${unseen.join(', ')})`,
  });
});

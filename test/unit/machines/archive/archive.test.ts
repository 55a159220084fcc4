import { afterEach, expect, test } from 'vitest';
import { csvRow, csvText, readCsv } from '../../../../main/base/files/csv.ts';
import type { Database } from '../../../../main/base/storage/database.ts';
import { createMachineArchive } from '../../../../main/machines/archive/index.ts';
import { demoPast } from '../../../../main/machines/history/demo-past.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { throughTheDoor } from '../../../support/worlds/door.ts';
import { openHistoryTables, startHistory } from '../../../support/worlds/machine-history.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const at = Date.parse('2026-11-22T12:34:00Z');
const sender = { id: 'test' };
const open: Database[] = [];
afterEach(() => Promise.all(open.splice(0).map((database) => database.close())));

/** One computer, with a year that was seen or with nothing. */
function computer(withYear: boolean, clock = at) {
  const database = openHistoryTables();
  open.push(database);
  const history = startHistory(database, 'UTC', {
    now: () => new Date(clock),
    ...(withYear && { pastOf: (_, seen) => demoPast('demo', seen) }),
  });
  const saved: { name: string; bytes: Uint8Array }[] = [];
  const archive = createMachineArchive({
    history,
    systems: { get: () => ({ name: 'One' }) },
    files: {
      async save({ name, bytes }) {
        saved.push({ name, bytes });
        return { kind: 'saved', name, path: `/${name}` };
      },
    },
    now: () => new Date(clock),
  });
  const { machineArchive } = throughTheDoor({ machineArchive: archive.calls }, recordLog());
  return {
    database,
    history,
    async check(...seen: [name: string, status: string][]) {
      const machines = seen.map(([name, status]) => ({ name, status, record: null }));
      const recorder = history.recorder('one');
      await recorder.observed({ asked: clock, uptime: clock, at: clock, machines }, []);
      await recorder.flushed();
      clock += minute;
    },
    async save(format: 'csv' | 'json') {
      await machineArchive.exportFile({ systemId: 'one', format }, sender);
      return saved.at(-1) ?? { name: '', bytes: new Uint8Array() };
    },
    take: (bytes: Uint8Array) => machineArchive.importFile({ systemId: 'one', bytes }, sender),
    year: (until: number) => history.timeByDay('one', at - 364 * day, until),
    told: (until: number) => history.observedStretches('one', 0, until),
  };
}

const odd = '=HYPERLINK("x"),\n\'quoted"';

test.each(['csv', 'json'] as const)(
  'a year saved as %s is the same on another computer',
  async (format) => {
    const first = computer(true);
    for (let n = 0; n < 3; n++) await first.check(['cpu', 'OK'], [odd, n === 1 ? '-1' : 'NG']);
    const { name, bytes } = await first.save(format);
    expect(name).toBe(`machine-history.${format}`);

    const second = computer(false, at + 5 * day);
    const taken = await second.take(bytes);
    expect(taken.machines).toBe(2);
    expect(taken.changes).toBeGreaterThan(50);
    expect(await second.year(at + day)).toMatchObject(
      (await first.year(at + day)).map(({ cells, name }) => ({ name, cells })),
    );
    expect(await second.told(at + day)).toEqual(await first.told(at + day));
    // what was seen since goes on from it, and is not replaced by the same file
    await second.check(['cpu', 'NG']);
    await second.check(['cpu', 'NG']);
    const told = await second.told(at + 9 * day);
    expect(told.slice(-2).map(({ reason }) => reason)).toEqual(['closed', null]);
    expect(await second.take(bytes)).toEqual({ machines: 0, changes: 0 });
    expect(await second.told(at + 9 * day)).toEqual(told);
  },
);

test('what a system says is no formula of a spreadsheet', async () => {
  const one = computer(false);
  await one.check([odd, '@SUM(A1)']);
  const text = new TextDecoder().decode((await one.save('csv')).bytes);
  expect(text).toContain('"\'=HYPERLINK(""x""),');
  expect(text).toContain(",'@SUM(A1),");
});

test.each([...'=+-@\t\r\n\0＝＋－＠'])(
  'a cell that begins with %j is marked, and read as it was',
  (sign) => {
    const cell = `${sign}cmd|' /C calc'!A0, "b"`;
    const row = csvRow([cell, 'b']);
    expect(row).toMatch(/^"?'/);
    expect(readCsv(row)).toEqual({ rows: [[cell, 'b']], brokenRow: null });
  },
);

test.each([';', ',', '\t', '"', '\r', '\n', '|'])(
  'a cell with %j is in quotes, so that no separator of another country splits it',
  (sign) => {
    const cell = `a${sign}=1+1`;
    const row = csvRow([cell, 'b']);
    expect(row).toMatch(/^"a/);
    expect(csvText(cell)).toMatch(/^".*"$/s);
    expect(readCsv(row).rows).toEqual([[cell, 'b']]);
  },
);

test('usage marks full-width formulas too', () => {
  expect(csvText('＝cmd')).toBe('"\'＝cmd"');
});

test('a file that is none of ours, or damaged, takes nothing in', async () => {
  const one = computer(true);
  await one.check(['a', 'OK']);
  const two = computer(false);
  const csv = new TextDecoder().decode((await one.save('csv')).bytes);
  const json = new TextDecoder().decode((await one.save('json')).bytes);
  const damaged = [
    '',
    '{}',
    'kind\r\nx',
    csv.replace('observed', 'obscured'),
    csv.replace('2025', 'two thousand'),
    `${csv}change,"open`,
    json.slice(0, -9),
    json.replace('"version":1', '"version":2'),
    json.replaceAll('closed', 'whatever'),
  ];
  for (const text of damaged) {
    const failed = await two.take(Buffer.from(text)).catch((cause: unknown) => cause);
    expect(failed).toBeInstanceOf(AppError);
    expect(failed).toMatchObject({ code: 'history-unreadable' });
  }
  expect(await two.told(at + day)).toEqual([]);
  expect(await two.take(Buffer.from(csv.replaceAll('\r\n', '\n')))).toMatchObject({ machines: 1 });
});

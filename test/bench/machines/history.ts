import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Database,
  openDatabase,
  type StorageMethods,
} from '../../../main/base/storage/database.ts';
import { connectWorker } from '../../../main/base/workers/connect.ts';
import { startThread } from '../../../main/hosts/workers/thread.ts';
import { named, type Report } from './app.ts';
import { historyOf } from './year.ts';

const period = 10_000;
const sender = { id: 'bench' };

/** The history by itself: what an answer of 5,000 machines costs main, and what a year of 500 costs to keep and to read. */
export async function measureHistory(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'compute-desk-bench-'));
  const file = join(folder, 'compute-desk.sqlite');
  const worker = startThread(new URL('../../../main/storage-worker.ts', import.meta.url));
  const database = await openDatabase(connectWorker<StorageMethods>(worker), file);
  for (const id of ['many', 'year']) {
    await database.run({
      sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
            VALUES (?1, ?1, 'real', '', '[]', '')`,
      params: [id],
    });
  }
  try {
    await measureAnswers(database, report);
    await measureYear(database, file, report);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
}

const answer = (count: number, round: number) =>
  Array.from({ length: count }, (_, n) => {
    const [name, status] = [named(n), (n + round) % 500 === 0 ? 'NG' : 'OK'];
    return { name, status, record: { machine: name, status, queue: (n * 7 + round) % 90 } };
  });

async function measureAnswers(database: Database, report: Report): Promise<void> {
  const now = Date.now();
  const recorder = historyOf(database, now, () => false).recorder('many');
  const rounds = 30;
  let before = process.threadCpuUsage();
  for (let round = 0; round <= rounds; round++) {
    // the first answer writes every machine: it comes once
    if (round === 1) before = process.threadCpuUsage();
    const uptime = (round + 1) * period;
    const machines = answer(5000, round);
    await recorder.observed({ asked: uptime, uptime, at: now + uptime, machines }, []);
  }
  await recorder.flushed();
  const spent = process.threadCpuUsage(before);
  const busy = (spent.user + spent.system) / 1000 / rounds;
  const name = '5,000 machines every 10 s: what their history spends of a core in main';
  report(name, '%', (100 * busy) / period, 5);
}

async function measureYear(database: Database, file: string, report: Report): Promise<void> {
  const now = Date.now();
  const history = historyOf(database, now);
  await database.all('PRAGMA wal_checkpoint(TRUNCATE)');
  const { size: empty } = await stat(file);
  const seen = { asked: 1, uptime: 1, at: now, machines: answer(500, 0) };
  await history.recorder('year').observed(seen, []);
  await history.recorder('year').flushed();
  await database.all('PRAGMA wal_checkpoint(TRUNCATE)');
  const { size: full } = await stat(file);
  const growth = 'growth of the database for a machine and a year at 4 transitions a day';
  report(growth, 'KB', (full - empty) / 1024 / 500, 200);

  const quarter = { systemId: 'year', span: '90d' } as const;
  const bars = () =>
    Array.from({ length: 50 }, (_, n) =>
      history.calls.bar({ ...quarter, name: named(n), nth: 0 }, sender),
    );
  const availability = () => history.calls.availability(quarter, sender);
  const measure = async (metric: string, run: () => Promise<unknown>) =>
    report(metric, 'ms', await medianOf(run));
  await measure('90 days: the availability of 500 machines', availability);
  await measure('90 days: the bars of 50 machines in view', () => Promise.all(bars()));
  await measure('90 days of 500 machines: both', () => Promise.all([availability(), ...bars()]));
}

/** Ms, of several runs. */
async function medianOf(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 7; n++) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[3] ?? Number.NaN;
}

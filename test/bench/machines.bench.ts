/**
 * `npm run bench machines`: 5,000 machines whose answers are kept, as polled every 10 s: what of a core main spends (goal:
 * 5 %), their history alone and all of it, in the built app with a window that follows. A year of 500 machines: how long the
 * bars and the availability of 90 days take (goal: 200 ms to paint), and how much a machine's year at 4 transitions a day
 * takes of the disk (goal: 200 KB).
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThread } from '../../main/hosts/workers/thread.ts';
import { openDatabase, type StorageMethods } from '../../main/storage/database.ts';
import { connectWorker } from '../../main/workers/connect.ts';
import { preparedSystemId } from '../support/prepared-folder.ts';
import { connectWebClient } from '../support/web-client.ts';
import { saying, startMachines } from './machines/app.ts';
import { historyOf } from './machines/year.ts';

const period = 10_000;
const folder = await mkdtemp(join(tmpdir(), 'compute-desk-bench-'));
const file = join(folder, 'compute-desk.sqlite');
const worker = startThread(new URL('../../main/storage/worker.ts', import.meta.url));
const database = await openDatabase(connectWorker<StorageMethods>(worker), file);
const sender = { id: 'bench' };

function report(metric: string, unit: string, ours: number, goal: number | null = null): void {
  const figure = Math.round(ours * 100) / 100;
  const peer = { peer: goal, peerName: goal === null ? null : 'goal' };
  const ratio = goal === null ? null : figure / goal;
  console.log(JSON.stringify({ bench: 'machines', metric, unit, ours: figure, ...peer, ratio }));
}

for (const id of ['many', 'year']) {
  await database.run({
    sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
          VALUES (?1, ?1, 'real', '', '[]', '')`,
    params: [id],
  });
}
const now = Date.now();
const history = historyOf(database, now, (systemId) => systemId === 'year');

const names = (count: number) => Array.from({ length: count }, (_, n) => `node-${n}`);
const answer = (of: readonly string[], round: number) =>
  of.map((name, n) => {
    const status = (n + round) % 500 === 0 ? 'NG' : 'OK';
    return { name, status, record: { machine: name, status, queue: (n * 7 + round) % 90 } };
  });

const many = names(5000);
const recorder = history.recorder('many');
const rounds = 30;
let before = process.threadCpuUsage();
for (let round = 0; round <= rounds; round++) {
  // the first answer writes every machine: it comes once
  if (round === 1) before = process.threadCpuUsage();
  const uptime = (round + 1) * period;
  const machines = answer(many, round);
  await recorder.observed({ asked: uptime, uptime, at: now + uptime, machines }, []);
}
await recorder.flushed();
const spent = process.threadCpuUsage(before);
const busy = (spent.user + spent.system) / 1000 / rounds;
report(
  '5,000 machines every 10 s: what their history spends of a core in main',
  '%',
  (100 * busy) / period,
  5,
);

await database.all('PRAGMA wal_checkpoint(TRUNCATE)');
const { size: empty } = await stat(file);
const some = names(500);
const seen = { asked: 1, uptime: 1, at: now, machines: answer(some, 0) };
await history.recorder('year').observed(seen, []);
await history.recorder('year').flushed();
await database.all('PRAGMA wal_checkpoint(TRUNCATE)');
const { size: full } = await stat(file);
report(
  'growth of the database for a machine and a year at 4 transitions a day',
  'KB',
  (full - empty) / 1024 / 500,
  200,
);

const quarter = { systemId: 'year', span: '90d' } as const;
const bars = () =>
  some.slice(0, 50).map((name) => history.barCalls.snapshot({ ...quarter, name, nth: 0 }, sender));
const availability = () => history.availabilityCalls.snapshot(quarter, sender);
await measure('90 days: the availability of 500 machines', availability);
await measure('90 days: the bars of 50 machines in view', () => Promise.all(bars()));
await measure('90 days of 500 machines: both', () => Promise.all([availability(), ...bars()]));

/** The median of several runs. */
async function measure(metric: string, run: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < 7; n++) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  report(metric, 'ms', times[3] ?? 0);
}

await database.close();
await rm(folder, { recursive: true });

// the whole app, built, with one window that follows; asked by its own timer
const watching = await startMachines(5000);
const client = await connectWebClient(watching.url);
const checked = 6;
try {
  await client.call('machines.snapshot', { systemId: preparedSystemId });
  for (const [name, changes, goal] of [
    ['ten of which change each time', 500, 5],
    ['all of which change each time', 1, null],
  ] as const) {
    await asked(watching.place, 2);
    const before = watching.cpu();
    for (let check = 0; check < checked; check++) {
      watching.place.say(
        saying(5000, (n) => (n % changes === 0 && check % 2 === 0 ? 'degraded' : 'OK')),
      );
      await asked(watching.place, 1);
    }
    const after = watching.cpu();
    const share = (of: 'main' | 'all') => ((after[of] - before[of]) * 100_000) / (checked * period);
    const what = `5,000 machines asked every 10 s, ${name}`;
    report(`${what}: main's thread, of a core`, '%', share('main'), goal);
    report(`${what}: the whole process, of a core`, '%', share('all'), null);
  }
} finally {
  client.close();
  await watching.close();
}

/** Waits until it was asked so many times more. */
async function asked(place: { asked(): number }, times: number): Promise<void> {
  const until = place.asked() + times;
  while (place.asked() < until) await new Promise((resolve) => setTimeout(resolve, 50));
}

/**
 * `npm run bench machines`: 5,000 machines whose answers are kept, as polled every 10 s: what of a core main spends. Goal: 5 %.
 * A year of 500 machines: how long the bars and the availability of 90 days take (goal: 200 ms to paint), and how much
 * a machine's year at 4 transitions a day takes of the disk. Goal: 200 KB.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startThread } from '../../main/hosts/workers/thread.ts';
import { createMachineHistory, type Past } from '../../main/machine-history/index.ts';
import { openDatabase, type StorageMethods } from '../../main/storage/database.ts';
import { readState } from '../../main/web-api/index.ts';
import { connectWorker } from '../../main/workers/connect.ts';

const day = 86_400_000;
const period = 10_000;
const folder = await mkdtemp(join(tmpdir(), 'compute-desk-bench-'));
const file = join(folder, 'compute-desk.sqlite');
const worker = startThread(new URL('../../main/storage/worker.ts', import.meta.url));
const database = await openDatabase(connectWorker<StorageMethods>(worker), file);
const sender = { id: 'bench' };

function report(metric: string, unit: string, ours: number): void {
  const figure = Math.round(ours * 100) / 100;
  const none = { peer: null, peerName: null, ratio: null };
  console.log(JSON.stringify({ bench: 'machines', metric, unit, ours: figure, ...none }));
}

for (const id of ['many', 'year']) {
  await database.run({
    sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
          VALUES (?1, ?1, 'real', '', '[]', '')`,
    params: [id],
  });
}
const now = Date.now();
const history = createMachineHistory({
  database,
  emit: () => undefined,
  log: { info: () => undefined, error: (event, cause) => console.error(event, cause) },
  meanings: { stateOf: (_, status) => readState(status), onMeaning: () => () => undefined },
  pastOf: (systemId, { at, machines }) =>
    systemId === 'year'
      ? year(
          at,
          machines.map(({ name }) => name),
        )
      : null,
  now: () => new Date(now),
});

/** Watched without a break, 4 changes a day of each machine at odd times. */
function year(until: number, names: readonly string[]): Past {
  const from = until - 365 * day;
  return {
    origin: 'imported',
    told: [{ from, to: until, reason: null, detail: null }],
    machines: names.map((name, index) => ({
      ...{ name, nth: 0 },
      changes: Array.from({ length: 4 * 365 }, (_, n) => ({
        at: Math.round(from + (n * day) / 4 + ((index * 7919 + n * 104_729) % 20_000_000)),
        status: n % 2 === 0 ? 'OK' : 'NG',
      })),
    })),
  };
}

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

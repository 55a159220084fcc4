import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type StorageMethods } from '../../../main/base/storage/database.ts';
import { connectWorker } from '../../../main/base/workers/connect.ts';
import { startThread } from '../../../main/hosts/workers/thread.ts';
import { preparedSystemId, prepareFolder } from '../../support/files/prepared-folder.ts';
import { startWatchedPlace, type WatchedPlace } from '../../support/files/watched-place.ts';
import { cpuSeconds, mainThreadSeconds } from '../../support/processes/process-use.ts';
import { startApp } from '../../support/processes/running-app.ts';
import { historyOf } from './year.ts';

/** Tells a figure, and its goal where it has one. */
export type Report = (metric: string, unit: string, ours: number, goal?: number | null) => void;

/** The built app under the web host, watching a Web API of the bench. */
export interface MachinesApp {
  readonly place: WatchedPlace;
  readonly url: string;
  /** Seconds of CPU that the app's process has spent, its workers' threads included, and its main thread. */
  cpu(): { readonly all: number; readonly main: number };
  close(): Promise<void>;
}

/** Machines by name with the n-th of them in a state of its own. */
export function saying(count: number, of: (n: number) => string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [named(n), of(n)]));
}

export const named = (n: number): string => `node-${n}`;

/** Waits until it was asked so many times more. */
export async function nextCheck(place: WatchedPlace, times = 1): Promise<void> {
  const until = place.asked() + times;
  while (place.asked() < until) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** @param options.year the machines come with a year of changes that is watched without a break */
export async function startMachines(
  count: number,
  { year = false }: { readonly year?: boolean } = {},
): Promise<MachinesApp> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-machines-'));
  const place = await startWatchedPlace();
  place.say(saying(count, () => 'OK'));
  prepareFolder(folder, null, [
    {
      sql: 'UPDATE systems SET web_api_url = ?2 WHERE id = ?1',
      params: [preparedSystemId, place.address],
    },
    {
      sql: 'INSERT INTO machine_polling (system_id, every, troubled) VALUES (?1, 10, 10)',
      params: [preparedSystemId],
    },
  ]);
  if (year) await writeYear(folder, count);
  const app = await startApp({ dataFolder: folder, env: { COMPUTE_DESK_VALIDATE_OUTPUT: '' } });
  const pid = app.process.pid ?? 0;
  return {
    ...{ place, url: app.url },
    cpu: () => ({ all: cpuSeconds(pid), main: mainThreadSeconds(pid) }),
    async close() {
      await app.stop();
      await place.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function writeYear(folder: string, count: number): Promise<void> {
  const worker = startThread(new URL('../../../main/storage-worker.ts', import.meta.url));
  const file = join(folder, 'compute-desk.sqlite');
  const database = await openDatabase(connectWorker<StorageMethods>(worker), file);
  const now = Date.now();
  const recorder = historyOf(database, now).recorder(preparedSystemId);
  const machines = Array.from({ length: count }, (_, n) => {
    const [name, status] = [named(n), 'OK'];
    return { name, status, record: { machine: name, status } };
  });
  await recorder.observed({ asked: 1, uptime: 1, at: now, machines }, []);
  await recorder.flushed();
  await database.close();
}

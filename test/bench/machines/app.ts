import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparedSystemId, prepareFolder } from '../../support/prepared-folder.ts';
import { cpuSeconds, mainThreadSeconds } from '../../support/process-use.ts';
import { startApp } from '../../support/running-app.ts';
import { startWatchedPlace, type WatchedPlace } from '../../support/watched-place.ts';

/** The built app under the web host, watching a Web API of the bench. */
interface MachinesApp {
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

const named = (n: number): string => `node-${n}`;

export async function startMachines(count: number): Promise<MachinesApp> {
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

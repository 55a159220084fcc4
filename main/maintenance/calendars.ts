import { AppError } from '../../preload/contract/errors.ts';
import type { Links } from '../links/index.ts';
import type { Network } from '../network/index.ts';
import { readRefusal, refusalError } from '../network/refusal/index.ts';
import { callWebApi } from '../web-api/index.ts';
import type { WorkerClient } from '../workers/connect.ts';
import type { CalendarDate, MaintenanceMethods, ReadCalendar } from './reading.ts';

const day = 86_400_000;
/** A calendar of maintenance is some kilobytes. */
const largestCalendar = 5 * 1024 * 1024;
/** How far back and ahead its dates are worked out. */
const [back, ahead] = [400 * day, 3 * 366 * day];
const longestReading = 20_000;

export interface CalendarReader {
  /** @throws AppError `calendar-unreadable`, `calendar-too-much` */
  read(bytes: Uint8Array): Promise<ReadCalendar>;
  /**
   * Fetches a calendar. At the Web API's own origin it is asked for by the system's route; elsewhere nobody says who
   * is asking. Another origin is not followed to.
   */
  fetch(systemId: string, url: string, signal: AbortSignal): Promise<ReadCalendar>;
  close(): Promise<void>;
}

export function createCalendarReader(deps: {
  readonly startWorker: () => WorkerClient<MaintenanceMethods>;
  readonly links: Pick<Links, 'to' | 'open'>;
  readonly network: Network;
  readonly now: () => Date;
  readonly zone: () => string;
  /** Ms; default 20,000. */
  readonly longest?: number;
}): CalendarReader {
  const { links, network } = deps;
  let running = new Set<WorkerClient<MaintenanceMethods>>();

  /** In a process of its own, which ends with it: what never comes to an end is ended. */
  async function read(bytes: Uint8Array): Promise<ReadCalendar> {
    if (bytes.byteLength > largestCalendar) throw tooMuch('size');
    const text = new TextDecoder().decode(bytes);
    const now = deps.now().getTime();
    const worker = deps.startWorker();
    running.add(worker);
    const limit = AbortSignal.timeout(deps.longest ?? longestReading);
    try {
      const input = { text, zone: deps.zone(), from: now - back, to: now + ahead };
      return await worker.request('read', input, { signal: limit });
    } catch (cause) {
      throw limit.aborted ? tooMuch('time') : cause;
    } finally {
      running.delete(worker);
      await worker.stop();
    }
  }

  return {
    read,
    async fetch(systemId, url, signal) {
      const { address, connection } = links.to(systemId, 'webApi');
      const there = new URL(url);
      const own = address !== null && new URL(address).origin === there.origin;
      const request = {
        maxBytes: largestCalendar,
        headers: { accept: 'text/calendar, */*' },
        signal,
      };
      const answer = own
        ? await callWebApi(network, await links.open(systemId, 'webApi'), {
            ...request,
            path: there,
          })
        : await network.request({ ...request, url, connection });
      if (answer.status !== 200) throw refusalError(readRefusal(answer));
      return read(answer.body);
    },
    async close() {
      const ending = [...running];
      running = new Set();
      await Promise.all(ending.map((worker) => worker.stop()));
    },
  };
}

/** What has begun before stays as it was told, even where a calendar tells only of what is to come. */
export function withPast(
  before: readonly CalendarDate[],
  read: readonly CalendarDate[],
  now: number,
): CalendarDate[] {
  const oldest = read[0]?.from ?? Number.POSITIVE_INFINITY;
  const past = before.filter(({ from, to }) => to <= Math.min(now, oldest) && from >= now - back);
  return [...past, ...read];
}

function tooMuch(reason: 'size' | 'time'): AppError {
  return new AppError('calendar-too-much', { details: { reason } });
}

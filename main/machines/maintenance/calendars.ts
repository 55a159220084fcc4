import { AppError } from '../../../preload/contract/errors.ts';
import type { Network } from '../../base/network/index.ts';
import { readRefusal, refusalError } from '../../base/network/refusal/index.ts';
import type { WorkerClient } from '../../base/workers/connect.ts';
import type { Accesses } from '../../systems/access/index.ts';
import type { Links } from '../../systems/links/index.ts';
import { callWebApi } from '../monitor/index.ts';
import type { CalendarDate, MaintenanceMethods, ReadCalendar } from './worker-methods.ts';

const day = 86_400_000;
/** A maintenance calendar has some kilobytes. */
const largestCalendar = 5 * 1024 * 1024;
/** How far back and ahead its dates are computed. */
const [back, ahead] = [400 * day, 3 * 366 * day];
const longestReading = 20_000;

export interface CalendarReader {
  /**
   * @param chosen the user's zone for times without one
   * @throws AppError `calendar-cut-off`, `calendar-too-much`, and for other kinds of files
   */
  read(bytes: Uint8Array, chosen: string | null): Promise<ReadCalendar>;
  /**
   * Downloads a calendar. Requests to the Web API's own origin are authenticated like the system's calls; others are
   * anonymous. Does not follow redirects to another origin.
   */
  fetch(
    systemId: string,
    url: string,
    chosen: string | null,
    signal: AbortSignal,
  ): Promise<ReadCalendar>;
  close(): Promise<void>;
}

export function createCalendarReader(deps: {
  readonly startWorker: () => WorkerClient<MaintenanceMethods>;
  readonly links: Pick<Links, 'to'>;
  readonly access: Pick<Accesses, 'openWebApi'>;
  readonly network: Network;
  readonly now: () => Date;
  readonly zone: () => string;
  /** Ms; default 20,000. */
  readonly longest?: number;
}): CalendarReader {
  const { links, access, network } = deps;
  let running = new Set<WorkerClient<MaintenanceMethods>>();

  /** Reads it in a process of its own, which is ended after the timeout. */
  async function read(
    bytes: Uint8Array,
    chosen: string | null,
    charset: string | null = null,
  ): Promise<ReadCalendar> {
    if (bytes.byteLength > largestCalendar) throw tooMuch('size');
    const now = deps.now().getTime();
    const worker = deps.startWorker();
    running.add(worker);
    const limit = AbortSignal.timeout(deps.longest ?? longestReading);
    try {
      const input = {
        bytes,
        charset,
        chosen,
        zone: deps.zone(),
        from: now - back,
        to: now + ahead,
      };
      return await worker.request('read', input, { signal: limit });
    } catch (cause) {
      throw limit.aborted ? tooMuch('time') : cause;
    } finally {
      running.delete(worker);
      await worker.stop();
    }
  }

  return {
    read: (bytes, chosen) => read(bytes, chosen),
    async fetch(systemId, url, chosen, signal) {
      const { address, connection } = links.to(systemId, 'webApi');
      const there = new URL(url);
      const own = address !== null && new URL(address).origin === there.origin;
      const request = {
        maxBytes: largestCalendar,
        headers: { accept: 'text/calendar, */*' },
        signal,
      };
      const answer = own
        ? await callWebApi(network, await access.openWebApi(systemId), {
            ...request,
            path: there,
          })
        : await network.request({ ...request, url, connection });
      if (answer.status !== 200) throw refusalError(readRefusal(answer));
      return read(answer.body, chosen, charsetOf(answer.headers['content-type']));
    },
    async close() {
      const ending = [...running];
      running = new Set();
      await Promise.all(ending.map((worker) => worker.stop()));
    },
  };
}

/** Keeps past dates that end before the calendar's first one, for calendars that contain only future ones. */
export function withPastDates(
  before: readonly CalendarDate[],
  read: readonly CalendarDate[],
  now: number,
  momentsOf: (date: CalendarDate) => { readonly from: number; readonly to: number },
): CalendarDate[] {
  const oldest = read
    .map((one) => momentsOf(one).from)
    .reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const past = before.filter((one) => {
    const { from, to } = momentsOf(one);
    return to <= Math.min(now, oldest) && from < oldest && from >= now - back;
  });
  return [...past, ...read];
}

function charsetOf(type: string | string[] | undefined): string | null {
  const found = /charset *= *["']?([\w.:-]{1,40})/i.exec(String(type ?? ''));
  return found?.[1] ?? null;
}

function tooMuch(reason: 'size' | 'time'): AppError {
  return new AppError('calendar-too-much', { details: { reason } });
}

import { AppError } from '../../../preload/contract/errors.ts';
import type { Exchange } from '../../../preload/contract/work/console-answers.ts';
import { type Received, receive, startReceiving, typeOf } from './receiving.ts';
import type { Outcome } from './rows.ts';
import { redirectOf, type SentAnswer } from './sending.ts';

/** Ended exchanges that are kept with their answers, and bytes of all of them. */
const mostKept = 30;
const mostBytes = 96 * 1024 * 1024;
/** Between two reports of one exchange, ms. */
const reportEvery = 200;
const longestHeader = 16_384;

interface Live {
  readonly id: string;
  readonly systemId: string;
  /** Its addresses as they are shown, without secrets. */
  readonly shownAddress: (url: string) => string;
  state: Exchange['state'];
  readonly startedAt: number;
  waitedMs: number | null;
  durationMs: number | null;
  problem: Exchange['problem'];
  answer: SentAnswer | null;
  received: Received | null;
  readonly controller: AbortController;
  /** Of the last report. */
  reportedAt: number;
}

export interface Exchanges {
  /** Sends in the background. `send` is called at once. */
  start(
    of: Pick<Live, 'id' | 'systemId' | 'shownAddress'>,
    send: (signal: AbortSignal) => Promise<SentAnswer>,
    ended: (outcome: Outcome) => Promise<unknown>,
  ): void;
  view(systemId: string, id: string): Exchange | null;
  /** @throws AppError `not-found` */
  received(
    systemId: string,
    id: string,
  ): { readonly answer: SentAnswer; readonly received: Received };
  cancel(systemId: string, id: string): void;
  /** Ends and forgets those of a system; null: all. */
  forget(systemId: string | null): Promise<void>;
}

const keptOf = (received: Received | null): number =>
  (received?.kept.length ?? 0) + (received?.lines?.size ?? 0);

export function createExchanges(deps: {
  readonly changed: (systemId: string, id: string) => void;
  readonly background: (event: string, work: Promise<unknown>) => void;
  readonly now: () => Date;
}): Exchanges {
  const all = new Map<string, Live>();
  const running = new Map<string, Promise<void>>();

  const of = (systemId: string, id: string): Live | null => {
    const found = all.get(id);
    return found?.systemId === systemId ? found : null;
  };

  /** Drops the oldest that have ended. */
  const makeRoom = (): void => {
    const ended = [...all.values()].filter(({ durationMs }) => durationMs !== null);
    let bytes = ended.reduce((sum, { received }) => sum + keptOf(received), 0);
    let count = ended.length;
    for (const { id, received } of ended) {
      if (count <= mostKept && bytes <= mostBytes) return;
      all.delete(id);
      count -= 1;
      bytes -= keptOf(received);
    }
  };

  async function run(
    live: Live,
    send: (signal: AbortSignal) => Promise<SentAnswer>,
    ended: (outcome: Outcome) => Promise<unknown>,
  ): Promise<void> {
    const began = performance.now();
    const report = (force: boolean): void => {
      const at = performance.now();
      if (!force && at - live.reportedAt < reportEvery) return;
      live.reportedAt = at;
      deps.changed(live.systemId, live.id);
    };
    try {
      const answer = await send(live.controller.signal);
      live.answer = answer;
      live.waitedMs = performance.now() - began;
      live.state = 'receiving';
      live.received = startReceiving(answer);
      report(true);
      await receive(answer, live.received, () => report(false));
      live.state = 'done';
    } catch (cause) {
      const isCancelled = live.controller.signal.aborted;
      live.state = isCancelled ? 'cancelled' : 'failed';
      const error = cause instanceof AppError ? cause : new AppError('internal', { cause });
      live.problem = isCancelled ? null : error.toData();
      if (error.code === 'internal') deps.background('console.send', Promise.reject(cause));
    }
    live.durationMs = performance.now() - began;
    // Nobody waits for the disk to see the answer.
    makeRoom();
    report(true);
    try {
      await ended({
        status: live.answer?.status ?? null,
        durationMs: live.durationMs,
        size: live.received?.size ?? null,
        problem: live.problem,
      });
    } finally {
      running.delete(live.id);
    }
  }

  return {
    start({ id, systemId, shownAddress }, send, ended) {
      const live: Live = {
        ...{ id, systemId, shownAddress, state: 'sending', startedAt: deps.now().getTime() },
        ...{ waitedMs: null, durationMs: null, problem: null, answer: null, received: null },
        ...{ controller: new AbortController(), reportedAt: 0 },
      };
      all.set(id, live);
      const work = run(live, send, ended);
      running.set(id, work);
      deps.background('console.exchange', work);
    },
    view(systemId, id) {
      const live = of(systemId, id);
      if (live === null) return null;
      const { state, startedAt, waitedMs, durationMs, problem, answer, received } = live;
      return {
        ...{ id, systemId, state, startedAt, waitedMs, durationMs, problem },
        answer: answer &&
          received && {
            status: answer.status,
            url: live.shownAddress(answer.url).slice(0, 20_000),
            headers: Object.entries(answer.headers).map(([name, value]) => ({
              name,
              value: value.slice(0, longestHeader),
            })),
            type: typeOf(answer),
            kind: received.kind,
            size: received.size,
            whole: received.whole,
            lines: received.lines?.count ?? 0,
            redirect: redirectOf(answer),
          },
      };
    },
    received(systemId, id) {
      const live = of(systemId, id);
      if (live?.answer == null || live.received === null) throw new AppError('not-found');
      const url = live.shownAddress(live.answer.url);
      return { answer: { ...live.answer, url }, received: live.received };
    },
    cancel: (systemId, id) => of(systemId, id)?.controller.abort(),
    async forget(systemId) {
      const own = [...all.values()].filter((one) => systemId === null || one.systemId === systemId);
      for (const { controller } of own) controller.abort();
      // One without room any more may still be written into the history.
      await Promise.all(
        systemId === null ? running.values() : own.map(({ id }) => running.get(id)),
      );
      for (const { id } of own) all.delete(id);
    },
  };
}

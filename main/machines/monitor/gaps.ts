import type { AppErrorData, ErrorCode } from '../../../preload/contract/errors.ts';
import type { GapReason } from '../../../preload/contract/machines/machine-history.ts';
import type { Log } from '../../base/host.ts';
import type { Miss, Recorder } from '../history/index.ts';
import type { Notifications } from '../notifications/index.ts';

/** Receives each check, besides the history. */
export type Watcher = Pick<Notifications, 'observed' | 'missed'>;

/** The service answered, but refused access. */
const refused: readonly ErrorCode[] = [
  'http-unauthorized',
  'http-forbidden',
  'certificate-refused',
  'certificate-unasked',
  'tls-client-certificate-missing',
  'tls-client-certificate-expired',
  'tls-client-certificate-rejected',
];

/**
 * Returns the history's reason for a failed check. An unreachable Web API says nothing about machines.
 * @param at whether it failed before anything was sent, or with the answer
 */
export function gapReason(at: 'access' | 'answer', code: ErrorCode): GapReason {
  if (code === 'network-offline') return 'offline';
  if (code.startsWith('session-') || code.startsWith('sign-in-') || code.startsWith('vault-')) {
    return 'no-access';
  }
  if (at === 'access') return code === 'demo-not-running' ? 'unreachable' : 'no-access';
  return refused.includes(code) ? 'no-access' : 'unreachable';
}

/** Records gaps in the history, with their reason. Its calls never reject. */
export function createMisses(options: {
  readonly systemId: string;
  readonly history: Recorder;
  readonly log: Log;
  readonly now: () => Date;
  readonly watcher: Watcher;
}) {
  const { systemId, history, log, now, watcher } = options;
  let last: Promise<void> = Promise.resolve();
  const note = (what: Omit<Miss, 'at'>): Promise<void> => {
    const at = now().getTime();
    watcher.missed(systemId, at, what.reason, what.detail);
    last = history
      .missed({ at, ...what })
      .catch((cause: unknown) => log.error('machines.missed', cause, { systemId }));
    return last;
  };
  return {
    failed: (at: 'access' | 'answer', { code }: AppErrorData) =>
      note({ reason: gapReason(at, code), detail: code }),
    held: (reason: 'asleep' | 'paused') => note({ reason, detail: null }),
    unwatched: () => note({ reason: 'not-watched', detail: null }),
    /** Resolves once everything recorded is written. */
    async written() {
      await last;
      await history.flushed();
    },
  };
}

import { setTimeout } from 'node:timers/promises';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import type { Log } from '../../base/host.ts';
import type { Database } from '../../base/storage/database.ts';
import type { WorkerClient } from '../../base/workers/connect.ts';
import type { DescriptionMethods, FoundWarnings } from './description/types.ts';
import type { KeptDescription } from './rows.ts';
import type { ConsoleStore } from './store.ts';

/** The screen shows the operations first, ms. */
const pause = 2_000;
/** One takes no longer, ms. */
const longest = 60_000;
/** Larger files are not compared with the standard, bytes. */
const largest = 8 * 1024 * 1024;

/** What is said of a file that was not compared. */
const unchecked = (code: 'unchecked-size' | 'unchecked'): FoundWarnings => ({
  warnings: [{ code, line: null, about: '' }],
  moreWarnings: 0,
});

/**
 * Compares imported descriptions with the standard, behind the import and one after the other: what does not follow it
 * becomes further warnings.
 */
export function createValidating(deps: {
  readonly startWorker: () => WorkerClient<DescriptionMethods>;
  readonly store: ConsoleStore;
  readonly database: Database;
  readonly changed: (systemId: string) => void;
  readonly log: Pick<Log, 'error'>;
}) {
  const { store, database } = deps;
  const inTurn = serialQueue();
  const ending = new AbortController();
  let last: Promise<void> = Promise.resolve();

  async function tell(kept: KeptDescription, found: FoundWarnings): Promise<void> {
    await database.run(store.addingWarnings(kept, found));
    deps.changed(kept.systemId);
  }
  async function tellLarge(kept: KeptDescription): Promise<void> {
    try {
      await tell(kept, unchecked('unchecked-size'));
    } catch (cause) {
      deps.log.error('console-validation', cause);
    }
  }
  async function validate(kept: KeptDescription, bytes: Uint8Array): Promise<void> {
    try {
      await setTimeout(pause, undefined, { signal: ending.signal, ref: false });
    } catch {
      // the app ends
      return;
    }
    const worker = deps.startWorker();
    try {
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(longest)]);
      const found = await worker.request('validate', { bytes }, { signal });
      if (found.warnings.length > 0) await tell(kept, found);
    } catch (cause) {
      if (ending.signal.aborted) return;
      deps.log.error('console-validation', cause);
      await ignoring('it is in the log', tell(kept, unchecked('unchecked')));
    } finally {
      await worker.stop();
    }
  }

  return {
    start(kept: KeptDescription, bytes: Uint8Array): void {
      const isLarge = bytes.length > largest;
      last = inTurn(() => (isLarge ? tellLarge(kept) : validate(kept, bytes)));
    },
    async close(): Promise<void> {
      ending.abort(new AppError('cancelled'));
      await last;
    },
  };
}

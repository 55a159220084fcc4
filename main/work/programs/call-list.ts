import type { Handlers } from '../../../preload/contract/index.ts';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import { csvRow } from '../../base/files/csv.ts';
import type { Files } from '../../base/host.ts';
import type { ProgramStore } from './store.ts';

const day = 24 * 3_600_000;
const usualDays = 400;

/** What other programs called, for windows and as a file. */
export function listedCalls(
  store: Pick<ProgramStore, 'calls'>,
  files: Files,
  flush: () => Promise<void>,
): Handlers<'programCalls'> {
  return {
    async snapshot() {
      await flush();
      return store.calls('shown');
    },
    async exportFile(_input, sender) {
      await flush();
      const calls = await store.calls('all');
      const rows = calls.map(({ at, program, call, outcome, status }) =>
        csvRow([at, program, call, outcome, String(status)]),
      );
      const head = csvRow(['at', 'program', 'call', 'outcome', 'status']);
      const bytes = Buffer.from(`\uFEFF${head}${rows.join('')}`);
      return files.save({ name: 'other-programs.csv', bytes, secret: false }, sender);
    },
  };
}

/** Returns what deletes the calls that the user no longer wants kept, and those beyond the limit. */
export function tidying(
  store: Pick<ProgramStore, 'tidy'>,
  kept: () => Pick<Settings, 'keepChanges'>,
  now: () => Date,
): () => Promise<void> {
  return async () => {
    const today = Math.floor(now().getTime() / day);
    const days = kept().keepChanges ?? usualDays;
    await store.tidy(days === 0 ? null : (today - days) * day);
  };
}

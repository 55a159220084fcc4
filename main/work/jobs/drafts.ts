import type { Handlers } from '../../../preload/contract/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import type { JobStore } from './store.ts';

/** Characters of a draft; a longer one is not kept. */
const longestDraft = 1_000_000;

/** The job that is being written, one for each system. It is no submission until the user presses the button. */
export function draftCalls(deps: {
  readonly store: Pick<JobStore, 'draft' | 'savingDraft' | 'removingDraft'>;
  readonly database: Pick<Database, 'runAll'>;
  readonly policy: Pick<Policy, 'requireOpen'>;
  readonly now: () => number;
  /** @throws AppError `no-system` */
  readonly open: (systemId: string) => Promise<unknown>;
}): Pick<Handlers<'jobs'>, 'draft' | 'keepDraft'> {
  const { store, database, policy } = deps;
  return {
    async draft({ systemId }) {
      await deps.open(systemId);
      return store.draft(systemId);
    },
    async keepDraft({ systemId, draft }) {
      policy.requireOpen('noJobSubmission');
      await deps.open(systemId);
      const isKept = draft !== null && JSON.stringify(draft).length <= longestDraft;
      await database.runAll([
        isKept ? store.savingDraft(systemId, draft, deps.now()) : store.removingDraft(systemId),
      ]);
    },
  };
}

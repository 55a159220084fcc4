import { randomUUID } from 'node:crypto';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import type { ConsoleRequest } from '../../../preload/contract/work/console-requests.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Begun } from './downloads.ts';
import { urlWithoutSecrets, withoutSecrets } from './request/secrets.ts';
import type { ConsoleStore } from './store.ts';

const day = 86_400_000;
const usualDays = 400;
/** Characters of a body in the history. */
const mostKeptText = 200_000;

/** What was sent, from when it starts. */
export function createHistory({
  store,
  database,
  kept,
  now,
  historyChanged,
}: {
  readonly store: Pick<ConsoleStore, 'addingHistory' | 'endingHistory'>;
  readonly database: Pick<Database, 'run' | 'runAll'>;
  readonly kept: () => Pick<Settings, 'keepChanges'>;
  readonly now: () => Date;
  readonly historyChanged: (systemId: string) => void;
}) {
  return {
    entry(
      systemId: string,
      url: string,
      request: ConsoleRequest,
    ): Begun & { readonly write: () => Promise<void> } {
      const id = randomUUID();
      const at = now().getTime();
      const days = kept().keepChanges ?? usualDays;
      const before = days === 0 ? null : at - days * day;
      let written: Promise<void> | null = null;
      const write = (): Promise<void> => {
        const entry = { id, at, url: urlWithoutSecrets(url), request: toKeep(request) };
        written ??= database
          .runAll(store.addingHistory(systemId, entry, before))
          .then(() => historyChanged(systemId));
        return written;
      };
      return {
        id,
        write,
        async ended(outcome) {
          await write();
          await database.run(store.endingHistory(id, outcome));
          historyChanged(systemId);
        },
      };
    },
  };
}

/** Large texts are not kept with every request that was sent. */
function toKeep(request: ConsoleRequest): ConsoleRequest {
  const isLarge = request.body?.kind === 'text' && request.body.text.length > mostKeptText;
  return withoutSecrets(isLarge ? { ...request, body: null } : request);
}

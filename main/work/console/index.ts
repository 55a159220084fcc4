import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import type { ConsoleState } from '../../../preload/contract/work/console.ts';
import { inBackground } from '../../base/async/background.ts';
import type { Host, Log, SettingsFile } from '../../base/host.ts';
import type { Network } from '../../base/network/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import type { WorkerClient } from '../../base/workers/connect.ts';
import type { Links } from '../../systems/links/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { TokenSide } from '../../systems/sign-in/types.ts';
import type { ComputeApis } from '../apis.ts';
import type { Family } from '../operations/types.ts';
import { descriptionCalls } from './calls/descriptions.ts';
import { keepingCalls } from './calls/keeping.ts';
import { requestCalls } from './calls/requests.ts';
import type { DescriptionMethods } from './description/types.ts';
import { createDescriptions } from './descriptions.ts';
import { createDownloads } from './downloads.ts';
import { createExchanges } from './exchanges.ts';
import { createHeldFiles } from './request/held.ts';
import {
  descriptionRows,
  draftRows,
  historyRows,
  operationRows,
  requestRows,
  schemaRows,
  settingRows,
} from './rows.ts';
import { createConsoleStore } from './store.ts';
import { createUnfinished } from './unfinished.ts';
import { createVariables } from './variables.ts';

export type { DescriptionMethods } from './description/types.ts';

/** How each of its tables is read. */
export const consoleRows = [
  descriptionRows,
  operationRows,
  schemaRows,
  requestRows,
  settingRows,
  historyRows,
  draftRows,
];

export interface ConsoleDeps {
  readonly systems: SystemsReader;
  readonly links: Pick<Links, 'open' | 'prepare' | 'to' | 'scope'>;
  readonly apis: Pick<ComputeApis, 'access'>;
  readonly sessions: Pick<TokenSide, 'isCertificateBound'>;
  readonly network: Pick<Network, 'request' | 'stream'>;
  readonly policy: Pick<Policy, 'isLocked' | 'requireOpen'>;
  readonly vault: Pick<Vault, 'put' | 'get' | 'remove'>;
  readonly database: Database;
  readonly startWorker: () => WorkerClient<DescriptionMethods>;
  readonly files: Host['files'];
  readonly saveStreamed: Host['saveStreamed'];
  readonly settings: SettingsFile;
  readonly kept: () => Pick<Settings, 'keepChanges'>;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
}

export interface ApiConsole {
  readonly calls: Handlers<'apiConsole'>;
  readonly operationCalls: Handlers<'consoleOperations'>;
  readonly exchangeCalls: Handlers<'consoleExchange'>;
  readonly historyCalls: Handlers<'consoleHistory'>;
  /** Deletes everything stored for a system. */
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

/** Calls any API that has a description, by the system's own route. */
export function createApiConsole(deps: ConsoleDeps): ApiConsole {
  const { systems, links, policy, database, emit, vault } = deps;
  const now = deps.now ?? (() => new Date());
  const store = createConsoleStore(database);
  const held = createHeldFiles();
  const changed = (systemId: string): void => emit('apiConsole.changed', { systemId });
  const historyChanged = (systemId: string): void => emit('consoleHistory.changed', { systemId });
  const exchanges = createExchanges({
    changed: (systemId, id) => emit('consoleExchange.changed', { systemId, id }),
    background: inBackground(deps.log),
    now,
  });
  const unfinished = createUnfinished(deps);
  const removing = unfinished.removeLeft();
  const downloads = createDownloads({
    ...{ changed, unfinished },
    saveStreamed: deps.saveStreamed,
  });
  const variables = createVariables({ store, database, vault, links });
  const family = (systemId: string): Family | null => {
    const found = systems.get(systemId).computeApi?.family ?? null;
    return found === 'slurm-ssh' ? null : found;
  };
  const addressOf = async (systemId: string): Promise<string> =>
    (await links.open(systemId, 'webApi')).address;
  const descriptions = createDescriptions({
    ...{ store, database, now, family, addressOf, changed, log: deps.log },
    startWorker: deps.startWorker,
  });
  const snapshot = async (systemId: string): Promise<ConsoleState> => {
    const locked = policy.isLocked('noApiConsole');
    systems.get(systemId);
    await links.prepare(systemId);
    const { address } = links.to(systemId, 'webApi');
    const offersDemo = links.scope(systemId) === 'demo';
    const own = { systemId, locked, offersDemo, origin: address && new URL(address).origin };
    if (locked || address === null) {
      const none = {
        descriptions: [],
        saved: [],
        variables: [],
        allowedOrigins: [],
        downloads: [],
      };
      return { ...own, ...none };
    }
    const [listed, saved, settings] = await Promise.all([
      descriptions.list(systemId),
      store.requests(systemId),
      store.settings(systemId),
    ]);
    return {
      ...own,
      descriptions: listed,
      saved,
      variables: settings.variables.map(({ name, value, secret }) => ({ name, value, secret })),
      allowedOrigins: [...settings.origins],
      downloads: downloads.list(systemId),
    };
  };
  const requireOpen = (systemId?: string): void => {
    policy.requireOpen('noApiConsole');
    if (systemId !== undefined) systems.get(systemId);
  };
  const shared = {
    ...deps,
    ...{ store, changed, historyChanged, descriptions, requireOpen, now },
    ...{ held, exchanges, downloads, variables, family },
  };

  return {
    calls: {
      snapshot: ({ systemId }) => snapshot(systemId),
      ...descriptionCalls(shared),
      ...requestCalls(shared),
      ...keepingCalls(shared),
    },
    operationCalls: {
      async snapshot({ systemId, descriptionId }) {
        requireOpen(systemId);
        return (await descriptions.operations(systemId, descriptionId)).map(
          ({ tags, ...operation }) => ({ ...operation, tags: [...tags] }),
        );
      },
    },
    exchangeCalls: {
      async snapshot({ systemId, id }) {
        requireOpen(systemId);
        return exchanges.view(systemId, id);
      },
    },
    historyCalls: {
      async snapshot({ systemId, find }) {
        requireOpen(systemId);
        return store.history(systemId, find);
      },
    },
    async forget(systemId) {
      await exchanges.forget(systemId);
      await downloads.forget(systemId);
      await variables.forget(systemId);
      await database.runAll(store.forgetting(systemId));
    },
    async close() {
      held.clear();
      await removing;
      await descriptions.close();
      await exchanges.forget(null);
      await downloads.forget(null);
    },
  };
}

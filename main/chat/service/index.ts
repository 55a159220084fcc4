import type { Model } from '../../../preload/contract/chat/genai.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import { createBases } from '../../base/addresses/index.ts';
import { inBackground } from '../../base/async/background.ts';
import type { Files, Log } from '../../base/host.ts';
import type { Network } from '../../base/network/index.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import type { Links } from '../../systems/links/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import { openCalibrations } from './calibration.ts';
import { type CompletionLimits, defaultLimits } from './completion.ts';
import { type Completions, createCompletions } from './completions.ts';
import { createKeyOperations } from './key-operations.ts';
import { openKeyStore, type StoredKey } from './keys.ts';
import { createLedger } from './ledger.ts';
import { openModelLists } from './model-lists.ts';
import { createModelRefresh } from './model-refresh.ts';
import { type GenaiOperations, genaiOperations, genaiView, modelsOf } from './operations.ts';
import { createPassing, type Passing } from './passing.ts';
import { openPortals } from './portals.ts';

export { tokenizerRows } from './calibration.ts';
export type {
  ChatMessage,
  CompletionLimits,
  CompletionRequest,
  UnloadedImages,
} from './completion.ts';
export { uncertainProblems } from './completions.ts';
export { keyRows } from './key-rows.ts';
export { usageRows } from './ledger.ts';
export type { Assessment } from './limits.ts';
export { estimateMessage } from './limits.ts';
export { modelListRows } from './model-lists.ts';
export type { PassedAnswer, Passing } from './passing.ts';
export { portalRows } from './portals.ts';
export type { ShownRequest } from './shown-request.ts';
export type { CompletionOutcome } from './stream/answer.ts';
export type { CompletionListener } from './stream/chunks.ts';
export { withLink } from './stream/extra-content.ts';
export type { ToolCall } from './stream/tool-calls.ts';

export interface GenaiDeps {
  /** Tells which one is on screen. */
  readonly systems: SystemsReader;
  readonly links: Pick<Links, 'to' | 'open' | 'scope' | 'showsKey' | 'onChange'>;
  readonly network: Network;
  readonly vault: Vault;
  readonly database: Database;
  readonly emit: Emit;
  readonly files: Files;
  readonly log: Log;
  readonly now?: () => Date;
  readonly limits?: Partial<CompletionLimits>;
  /** Where OPENAI_API_KEY is looked up when the user asks. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The generative AI service of each system: its API keys, models and completions. */
export interface Genai extends GenaiOperations, Completions, Passing {
  readonly calls: Handlers<'genai'>;
  readonly usageCalls: Handlers<'usage'>;
  /** Returns the live list with the document's facts. */
  models(systemId: string): readonly Model[];
  /** Returns the model to use if none was chosen: the first of the live list. */
  defaultModel(systemId: string): string | null;
  /** Removes everything stored for a system: keys, secrets, models. */
  forget(systemId: string): Promise<void>;
  close(): Promise<void>;
}

export async function createGenai(deps: GenaiDeps): Promise<Genai> {
  const { systems, links, network, vault, database, emit, log, now = () => new Date() } = deps;
  const background = inBackground(log);
  const ledger = createLedger(database, accounted);
  const [calibrations, portals, keys] = await Promise.all([
    openCalibrations(database),
    openPortals(database),
    openKeyStore(database, vault, links.scope, now),
  ]);
  const bases = createBases();
  const lists = await openModelLists({
    bases,
    links,
    network,
    database,
    keys,
    now,
    onChange: announce,
    onOutcome: noteKey,
    onFailure(systemId, error) {
      if (error instanceof AppError)
        log.info('genai-models-failed', { systemId, code: error.code });
      else log.error('genai-models-failed', error, { systemId });
    },
  });
  const view = (systemId: string) => genaiView(systemId, { portals, keys, lists });
  const models = (systemId: string) => modelsOf(lists, systemId);
  let closed = false;

  function accounted(systemId: string): void {
    if (!closed) emit('usage.changed', { systemId });
  }

  function announce(systemId: string): void {
    if (!closed) emit('genai.changed', view(systemId));
  }

  /** Marks a key that the service refuses, until it works again: it was revoked elsewhere or mistyped. */
  function noteKey(systemId: string, used: StoredKey | null, error: unknown): void {
    const refused =
      error instanceof AppError &&
      (error.code === 'http-unauthorized' || error.code === 'api-key-refused');
    if (used === null || (error !== null && !refused)) return;
    // An answer may arrive after another key of the same name has replaced this one.
    const isStill = keys.of(systemId).some((key) => key.secret === used.secret);
    if (!isStill) return;
    const noted = keys.setRefused(used.id, refused).then((news) => {
      if (news) announce(systemId);
    });
    background('genai-key-note', noted, { systemId });
  }

  const refresh = createModelRefresh({ systems, links, keys, lists, announce, log, now });
  const keyOperations = createKeyOperations({
    links,
    keys,
    lists,
    announce,
    refreshSoon: refresh.soon,
    environment: deps.environment ?? process.env,
  });
  const operations = genaiOperations({
    links,
    keyOperations,
    portals,
    ledger,
    refresh,
    view,
    announce,
  });
  const completions = createCompletions({
    systems,
    bases,
    links,
    network,
    vault,
    keys,
    calibrations,
    ledger,
    models,
    lists,
    noteKey,
    log,
    now,
    limits: { ...defaultLimits, ...deps.limits },
    onGone(systemId) {
      if (!closed) refresh.soon(systemId);
    },
    accounted,
  });
  const passing = createPassing({
    ...deps,
    ...{ bases, keys, lists, ledger, accounted, now },
  });

  return {
    ...operations,
    ...completions,
    ...passing,
    calls: genaiCalls(operations, deps.files),
    usageCalls: usageCalls(operations, deps.files),
    models,
    defaultModel: (systemId) => models(systemId).find(({ listed }) => listed)?.id ?? null,

    async forget(systemId) {
      calibrations.forget(systemId);
      portals.forget(systemId);
      await keys.forget(systemId);
      await lists.forget(systemId);
    },

    async close() {
      closed = true;
      refresh.close();
      lists.close();
      await ledger.close();
    },
  };
}

/** Maps the contract's calls to operations. */
function genaiCalls(genai: GenaiOperations, files: Files): Handlers<'genai'> {
  return {
    snapshot: async ({ systemId }) => genai.snapshot(systemId),
    refreshModels: async ({ systemId }) => genai.refreshModels(systemId),
    addKey: ({ systemId, name, key }) => genai.addKey(systemId, name, key),
    testKey: ({ systemId, key }) => genai.testKey(systemId, key),
    replaceKey: ({ id, key }) => genai.replaceKey(id, key),
    renameKey: ({ id, name }) => genai.renameKey(id, name),
    environmentKey: async () => genai.environmentKey(),
    importEnvironmentKey: ({ systemId, name }) => genai.importEnvironmentKey(systemId, name),
    demoKey: async ({ systemId }) => ({ key: await genai.demoKey(systemId) }),
    selectKey: ({ id }) => genai.selectKey(id),
    removeKey: ({ id }) => genai.removeKey(id),
    setPortal: ({ systemId, ...portal }) => genai.setPortal(systemId, portal),
    exportAuthorities: async ({ systemId }, sender) =>
      files.save(genai.exportedAuthorities(systemId), sender),
  };
}

function usageCalls(
  genai: Pick<GenaiOperations, 'usage' | 'exportedUsage'>,
  files: Files,
): Handlers<'usage'> {
  return {
    snapshot: ({ systemId, from, to }) => genai.usage(systemId, from, to),
    exportFile: async ({ systemId, from, to }, sender) =>
      files.save(await genai.exportedUsage(systemId, from, to), sender),
  };
}

import { AppError } from '../../preload/contract/errors.ts';
import type { GenaiState, Model } from '../../preload/contract/genai.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { System, SystemsState } from '../../preload/contract/systems.ts';
import type { Files, Log } from '../host.ts';
import type { Network } from '../network/index.ts';
import type { Database } from '../storage/database.ts';
import type { SecretScope, Vault } from '../storage/vault/vault.ts';
import type { SystemsReader } from '../systems/types.ts';
import { openCalibrations } from './calibration.ts';
import {
  type CompletionLimits,
  type CompletionRequest,
  defaultLimits,
  runCompletion,
} from './completion.ts';
import { createKeyCalls, toApiKey } from './key-calls.ts';
import { openKeyStore, type StoredKey } from './keys.ts';
import { createLedger, toCsv } from './ledger.ts';
import { type Assessment, assess, countImages, estimateInput, estimateTools } from './limits.ts';
import { genaiAddress, openModelLists } from './model-lists.ts';
import { mergeModels } from './models.ts';
import { openPortals } from './portals.ts';
import type { CompletionOutcome } from './stream/answer.ts';
import type { CompletionListener, TokenUsage } from './stream/decoder.ts';

export type {
  ChatMessage,
  CompletionLimits,
  CompletionRequest,
  UnloadedImages,
} from './completion.ts';
export type { Assessment } from './limits.ts';
export { estimateMessage } from './limits.ts';
export type { CompletionOutcome } from './stream/answer.ts';
export type { CompletionListener } from './stream/decoder.ts';

export interface GenaiDeps {
  readonly systems: SystemsReader;
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

/** The generative AI service of each system: its API keys, its models, its completions. */
export interface Genai {
  readonly calls: Handlers<'genai'>;
  readonly usage: Handlers<'usage'>;
  /**
   * Judges a request without sending it.
   * @throws AppError `api-key-missing`, `address-invalid`, `context-overflow`, `request-too-large`
   */
  check(systemId: string, request: CompletionRequest): void;
  /** The same with all its figures, and without throwing. */
  assess(systemId: string, request: CompletionRequest): Assessment;
  /** The live list with what the document knows. */
  models(systemId: string): readonly Model[];
  /**
   * Asks for a streamed completion; `listener` is told what comes, the promise says how it ended.
   * @throws AppError `cancelled` by the signal; else see `runCompletion`
   */
  completion(
    systemId: string,
    request: CompletionRequest,
    listener: CompletionListener,
    options: { readonly signal: AbortSignal },
  ): Promise<CompletionOutcome>;
  /** The model to ask where none was chosen: the first of the live list. */
  defaultModel(systemId: string): string | null;
  /** Removes what is kept of a system: keys, secrets, models. */
  forget(systemId: string): Promise<void>;
  close(): void;
}

const hour = 3_600_000;
/** Share of an estimate that tools may have where the estimate is to be learnt from. */
const toolsAtMost = 0.2;

export async function createGenai(deps: GenaiDeps): Promise<Genai> {
  const { systems, network, vault, database, emit, files, log, now = () => new Date() } = deps;
  const { environment = process.env } = deps;
  const limits = { ...defaultLimits, ...deps.limits };
  const calibrations = await openCalibrations(database);
  const ledger = createLedger(database);
  const portals = await openPortals(database);
  const scopeOf = (systemId: string): SecretScope =>
    systems.get(systemId).kind === 'demo' ? 'demo' : 'user';
  const keys = await openKeyStore(database, vault, scopeOf, now);
  const lists = await openModelLists({
    network,
    database,
    reveal: keys.reveal,
    onChange: announce,
    onOutcome: (systemId, error) => noteKey(systemId, keys.selected(systemId)?.id, error),
    onFailure(systemId, error) {
      if (error instanceof AppError)
        log.info('genai-models-failed', { systemId, code: error.code });
      else log.error('genai-models-failed', error, { systemId });
    },
    now,
  });
  /** What was learnt of each address: whether it takes `stream_options`. */
  const streamOptions = new Map<string, { taken: boolean | null }>();
  const addresses = new Map(systems.state().systems.map(({ id, genaiUrl }) => [id, genaiUrl]));
  let closed = false;

  function state(systemId: string): GenaiState {
    const { fetchedAt, fetching, problem } = lists.of(systemId);
    return {
      systemId,
      portal: portals.of(systemId),
      keys: keys.of(systemId).map(toApiKey),
      selectedKeyId: keys.selected(systemId)?.id ?? null,
      models: modelsOf(systemId),
      modelsFetchedAt: fetchedAt,
      fetchingModels: fetching,
      problem,
    };
  }

  function announce(systemId: string): void {
    if (!closed) emit('genai.changed', state(systemId));
  }

  /** A key that the service refuses was revoked elsewhere or mistyped: the key says so until it works. */
  function noteKey(systemId: string, keyId: string | undefined, error: unknown): void {
    const refused = error instanceof AppError && error.code === 'http-unauthorized';
    if (keyId === undefined || (error !== null && !refused)) return;
    keys
      .setRefused(keyId, refused)
      .then((news) => {
        if (news) announce(systemId);
      })
      .catch((cause: unknown) => log.error('genai-key-note', cause, { systemId }));
  }

  /** What a request taught: the ledger and the calibration. A failure here must not fail the answer. */
  async function account(
    systemId: string,
    key: StoredKey,
    request: CompletionRequest,
    usage: TokenUsage | null,
  ): Promise<void> {
    try {
      const { model } = request;
      await ledger.add({ systemId, keyId: key.id, keyName: key.name, model, usage }, now());
      if (!closed) emit('usage.changed', { systemId });
      if (usage === null || countImages(request) > 0) return;
      const estimate = estimateInput(request);
      // What templates make of tools differs more than what they make of texts.
      if (estimateTools(request) > estimate * toolsAtMost) return;
      await calibrations.learn(systemId, model, estimate, usage.inputTokens);
    } catch (error) {
      log.error('genai-account', error, { systemId });
    }
  }

  const modelsOf = (systemId: string): Model[] => mergeModels(lists.of(systemId).listed);

  function judge(systemId: string, request: CompletionRequest): Assessment {
    const model = modelsOf(systemId).find(({ id }) => id === request.model);
    return assess(request, model, calibrations.of(systemId, request.model));
  }

  function refreshSoon(system: System): void {
    void lists.refresh(system).catch((error: unknown) => {
      log.error('genai-refresh', error, { systemId: system.id });
    });
  }

  function refreshIfStale(system: System): void {
    if (closed || system.genaiUrl === null || keys.selected(system.id) === null) return;
    const { fetching, fetchedAt } = lists.of(system.id);
    const age = fetchedAt === null ? hour : now().getTime() - Date.parse(fetchedAt);
    if (!fetching && (age < 0 || age >= hour)) refreshSoon(system);
  }

  async function followAddresses({ systems: present }: SystemsState): Promise<void> {
    for (const system of present) {
      const before = addresses.get(system.id);
      addresses.set(system.id, system.genaiUrl);
      if (before === undefined || before === system.genaiUrl) continue;
      // The demo moves to another port at every start and stays what it is.
      if (system.kind === 'real') await lists.forget(system.id);
      announce(system.id);
      if (system.genaiUrl !== null && keys.selected(system.id) !== null) refreshSoon(system);
    }
  }

  const stopFollowing = systems.onChange((present) => {
    void followAddresses(present).catch((error: unknown) => log.error('genai-systems', error));
  });
  const hourly = setInterval(() => {
    const { systems: present, selectedId } = systems.state();
    const selected = present.find(({ id }) => id === selectedId);
    if (selected !== undefined) refreshIfStale(selected);
  }, hour);
  hourly.unref();

  return {
    usage: {
      snapshot: ({ systemId, from, to }) => ledger.read(systemId, from, to),
      async exportFile({ systemId, from, to }, sender) {
        const bytes = Buffer.from(toCsv(await ledger.read(systemId, from, to)));
        return files.save({ name: `usage-${from}-${to}.csv`, bytes, secret: false }, sender);
      },
    },
    calls: {
      async snapshot({ systemId }) {
        refreshIfStale(systems.get(systemId));
        return state(systemId);
      },
      async refreshModels({ systemId }) {
        refreshSoon(systems.get(systemId));
      },
      ...createKeyCalls({ systems, keys, lists, announce, refreshSoon, environment }),
      async setPortal({ systemId, ...addresses }) {
        await portals.set(systems.get(systemId).id, addresses);
        announce(systemId);
      },
      async exportAuthorities({ systemId }, sender) {
        const { authorities } = systems.get(systemId);
        if (authorities.length === 0) {
          throw new AppError('not-found', { details: { what: 'authorities' } });
        }
        const pem = authorities.map((one) => `${one.pem.trim()}\n`).join('');
        return files.save(
          { name: 'authorities.pem', bytes: Buffer.from(pem), secret: false },
          sender,
        );
      },
    },

    check(systemId, request) {
      genaiAddress(systems.get(systemId));
      if (keys.selected(systemId) === null) throw new AppError('api-key-missing');
      const { state, protection } = vault.state();
      const isLocked = state === 'locked' && protection === 'passphrase';
      if (isLocked && scopeOf(systemId) === 'user') throw new AppError('vault-locked');
      const [problem] = judge(systemId, request).problems;
      if (problem !== undefined) throw problem;
    },

    assess: judge,
    models: modelsOf,

    async completion(systemId, request, listener, { signal }) {
      const system = systems.get(systemId);
      const url = `${genaiAddress(system)}/v1/chat/completions`;
      const key = await keys.reveal(systemId);
      const used = keys.selected(systemId);
      const known = streamOptions.get(url) ?? { taken: null };
      streamOptions.set(url, known);
      const authorities = system.authorities.map(({ pem }) => pem);
      const server = { url, key, authorities, streamOptions: known };
      let usage: TokenUsage | null = null;
      let received = false;
      const counting: CompletionListener = {
        ...listener,
        usage(counted) {
          usage = counted;
          listener.usage?.(counted);
        },
      };
      const options = {
        signal,
        limits,
        now,
        onFirstByte: () => {
          received = true;
        },
      };
      try {
        const outcome = await runCompletion(network, server, request, counting, options);
        noteKey(systemId, used?.id, null);
        return outcome;
      } catch (error) {
        noteKey(systemId, used?.id, error);
        throw error;
      } finally {
        if (used !== null && received) await account(systemId, used, request, usage);
      }
    },

    defaultModel: (systemId) => modelsOf(systemId).find(({ listed }) => listed)?.id ?? null,

    async forget(systemId) {
      addresses.delete(systemId);
      calibrations.forget(systemId);
      portals.forget(systemId);
      await keys.forget(systemId);
      await lists.forget(systemId);
    },

    close() {
      closed = true;
      clearInterval(hourly);
      stopFollowing();
      lists.close();
    },
  };
}

import { AppError } from '../../preload/contract/errors.ts';
import type { ApiKey, GenaiState } from '../../preload/contract/genai.ts';
import type { Emit, Handlers } from '../../preload/contract/index.ts';
import type { Json } from '../../preload/contract/shapes.ts';
import type { System, SystemsState } from '../../preload/contract/systems.ts';
import type { Log } from '../host.ts';
import type { Network } from '../network/index.ts';
import type { Database } from '../storage/database.ts';
import type { Vault } from '../storage/vault/vault.ts';
import type { SystemsReader } from '../systems/types.ts';
import {
  type CompletionLimits,
  type CompletionRequest,
  defaultLimits,
  encodeBody,
  runCompletion,
} from './completion.ts';
import { openKeyStore, type StoredKey } from './keys.ts';
import { checkContext, estimateTokens } from './limits.ts';
import { genaiAddress, openModelLists } from './model-lists.ts';
import { mergeModels } from './models.ts';
import type { CompletionOutcome } from './stream/answer.ts';
import type { CompletionListener } from './stream/decoder.ts';

export type { ChatMessage, CompletionLimits, CompletionRequest } from './completion.ts';
export type { CompletionOutcome } from './stream/answer.ts';
export type { CompletionListener, TokenUsage } from './stream/decoder.ts';
export type { ToolCall } from './stream/tool-calls.ts';

export interface GenaiDeps {
  readonly systems: SystemsReader;
  readonly network: Network;
  readonly vault: Vault;
  readonly database: Database;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
  readonly limits?: Partial<CompletionLimits>;
}

/** The generative AI service of each system: its API keys, its models, its completions. */
export interface Genai {
  readonly calls: Handlers<'genai'>;
  /**
   * Judges a request without sending it.
   * @throws AppError `api-key-missing`, `address-invalid`, `context-overflow`, `request-too-large`
   */
  check(systemId: string, request: CompletionRequest): void;
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

export async function createGenai(deps: GenaiDeps): Promise<Genai> {
  const { systems, network, vault, database, emit, log, now = () => new Date() } = deps;
  const limits = { ...defaultLimits, ...deps.limits };
  const keys = await openKeyStore(database, vault, now);
  const lists = await openModelLists({
    network,
    database,
    reveal: keys.reveal,
    onChange: announce,
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
    const { listed, fetchedAt, fetching, problem } = lists.of(systemId);
    return {
      systemId,
      keys: keys.of(systemId).map(toApiKey),
      selectedKeyId: keys.selected(systemId)?.id ?? null,
      models: mergeModels(listed),
      modelsFetchedAt: fetchedAt,
      fetchingModels: fetching,
      problem,
    };
  }

  function announce(systemId: string): void {
    if (!closed) emit('genai.changed', state(systemId));
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
    calls: {
      async snapshot({ systemId }) {
        refreshIfStale(systems.get(systemId));
        return state(systemId);
      },
      async refreshModels({ systemId }) {
        refreshSoon(systems.get(systemId));
      },
      async addKey({ systemId, name, key }) {
        const system = systems.get(systemId);
        const scope = system.kind === 'demo' ? 'demo' : 'user';
        const stored = await keys.add(systemId, name, key, scope);
        if (system.genaiUrl === null) announce(systemId);
        else refreshSoon(system);
        return toApiKey(stored);
      },
      async selectKey({ id }) {
        const { systemId } = keys.get(id);
        await keys.select(id);
        announce(systemId);
        refreshSoon(systems.get(systemId));
      },
      async removeKey({ id }) {
        const { systemId } = keys.get(id);
        await keys.remove(id);
        lists.clearProblem(systemId);
        announce(systemId);
      },
    },

    check(systemId, request) {
      genaiAddress(systems.get(systemId));
      if (keys.selected(systemId) === null) throw new AppError('api-key-missing');
      encodeBody(request, true);
      const model = state(systemId).models.find(({ id }) => id === request.model);
      checkContext({
        model: request.model,
        contextLength: model?.contextLength ?? null,
        inputTokens: inputTokens(request),
        maxTokens: request.maxTokens ?? null,
      });
    },

    async completion(systemId, request, listener, { signal }) {
      const system = systems.get(systemId);
      const url = `${genaiAddress(system)}/v1/chat/completions`;
      const key = await keys.reveal(systemId);
      const known = streamOptions.get(url) ?? { taken: null };
      streamOptions.set(url, known);
      const authorities = system.authorities.map(({ pem }) => pem);
      const server = { url, key, authorities, streamOptions: known };
      return runCompletion(network, server, request, listener, { signal, limits, now });
    },

    defaultModel: (systemId) => state(systemId).models.find(({ listed }) => listed)?.id ?? null,

    async forget(systemId) {
      addresses.delete(systemId);
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

function toApiKey({ selected: _, ...key }: StoredKey): ApiKey {
  return key;
}

/** Four tokens a message for its role and marks, as most templates have it. */
function inputTokens({ messages }: CompletionRequest): number {
  return messages.reduce((sum, { content }) => sum + 4 + contentTokens(content), 0);
}

/** Of a list of parts only the texts count: what an image costs differs too much to guess. */
function contentTokens(content: Json): number {
  if (typeof content === 'string') return estimateTokens(content);
  if (!Array.isArray(content)) return 0;
  return content.reduce<number>((sum, part) => {
    const isText = typeof part === 'object' && part !== null && 'text' in part;
    return isText && typeof part.text === 'string' ? sum + estimateTokens(part.text) : sum;
  }, 0);
}

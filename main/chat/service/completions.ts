import { estimateCount } from '../../../common/tokens.ts';
import type { Model } from '../../../preload/contract/chat/genai.ts';
import { AppError, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { Bases } from '../../base/addresses/index.ts';
import type { Log } from '../../base/host.ts';
import type { Network } from '../../base/network/index.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import { type Links, requireAddress } from '../../systems/links/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { Calibrations } from './calibration.ts';
import {
  type CompletionLimits,
  type CompletionRequest,
  type CompletionServer,
  type LimitField,
  runCompletion,
  type SentRequest,
} from './completion.ts';
import type { KeyStore, StoredKey } from './keys.ts';
import type { Ledger } from './ledger.ts';
import { type Assessment, assess, countImages, kindsOfInput, kindsOfTools } from './limits.ts';
import { isKeyMissing, type ModelLists } from './model-lists.ts';
import { type ShownRequest, shownRequest } from './shown-request.ts';
import type { CompletionOutcome } from './stream/answer.ts';
import type { CompletionListener } from './stream/chunks.ts';
import { splitThinking } from './stream/thinking.ts';
import type { TokenUsage } from './stream/usage.ts';

/** Checks, sends and accounts for completion requests. */
export interface Completions {
  /**
   * Checks a request without sending it; `anyway` skips estimates.
   * @throws AppError `api-key-missing`, `vault-locked`, `address-invalid`, `context-overflow`, `request-too-large`
   */
  check(
    systemId: string,
    request: CompletionRequest,
    options?: { readonly anyway?: boolean | undefined },
  ): void;
  /** Does the same with all figures, without throwing. */
  assess(systemId: string, request: CompletionRequest): Assessment;
  /**
   * Requests a streamed completion; `listener` receives its pieces, the promise resolves with how it ended.
   * @throws AppError `cancelled` by the signal; else see `runCompletion`
   */
  completion(
    systemId: string,
    request: CompletionRequest,
    listener: CompletionListener,
    options: {
      readonly signal: AbortSignal;
      /** Called with each try, without its secrets. */
      readonly onSend?: (request: ShownRequest) => void;
    },
  ): Promise<CompletionOutcome>;
}

/** Problems that may not be real: an estimate may be wrong, and a list of models may be old. */
export const uncertainProblems: ReadonlySet<ErrorCode> = new Set([
  'context-overflow',
  'image-not-supported',
]);

/** Timeout of the list request that shows whose refusal it is, ms. */
const probeLimit = 10_000;
/** The account's entry for requests without a key. */
const noKey = { id: 'none', name: '–' };

/** Maximum share of tools in an estimate that is used for learning. */
const toolsAtMost = 0.2;

export function createCompletions(deps: {
  readonly links: Pick<Links, 'to' | 'open' | 'scope'>;
  readonly vault: Pick<Vault, 'state'>;
  readonly network: Network;
  readonly keys: KeyStore;
  readonly calibrations: Calibrations;
  readonly ledger: Ledger;
  /** `request` only in tests; otherwise each system sets it. */
  readonly limits: Omit<CompletionLimits, 'request'> & Partial<CompletionLimits>;
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly bases: Bases;
  readonly models: (systemId: string) => readonly Model[];
  readonly lists: Pick<ModelLists, 'ask' | 'isKeyless' | 'noteKeyNeeded'>;
  /** Called with the result of a request with this key; null: it succeeded. */
  readonly noteKey: (systemId: string, key: StoredKey | null, error: unknown) => void;
  /** Called when the service has refused a model that it no longer offers. */
  readonly onGone: (systemId: string) => void;
  readonly accounted: (systemId: string) => void;
  readonly log: Log;
  readonly now: () => Date;
}): Completions {
  const { links, network, keys, lists, calibrations, ledger, limits, noteKey, log, now } = deps;
  const learnt = createLearnt();

  const judge: Completions['assess'] = (systemId, request) => {
    const model = deps.models(systemId).find(({ id }) => id === request.model);
    return assess(request, model, calibrations.of(systemId, request.model));
  };

  /** Records a request's results in the ledger and the calibration. A failure here must not fail the answer. */
  async function account(
    systemId: string,
    key: Pick<StoredKey, 'id' | 'name'>,
    request: CompletionRequest,
    usage: TokenUsage | null,
  ): Promise<void> {
    try {
      const { model } = request;
      await ledger.add({ systemId, keyId: key.id, keyName: key.name, model, usage }, now());
      deps.accounted(systemId);
      if (usage === null || countImages(request) > 0) return;
      const counts = kindsOfInput(request);
      // Templates differ more in tools than in texts.
      if (estimateCount(kindsOfTools(request)) > estimateCount(counts) * toolsAtMost) return;
      await calibrations.learn(systemId, model, counts, usage.inputTokens);
    } catch (error) {
      log.error('genai-account', error, { systemId });
    }
  }

  /**
   * Returns whether a refusal is about the key: if the service lists its models with the key, it refused something
   * else, such as a gateway's sign-in at the provider behind it.
   */
  async function judged(
    systemId: string,
    key: string | null,
    error: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (key === null && isKeyMissing(error)) {
      lists.noteKeyNeeded(systemId);
      return new AppError('api-key-missing', { cause: error });
    }
    if (!(error instanceof AppError) || error.code !== 'http-unauthorized') return error;
    try {
      await lists.ask(systemId, key, AbortSignal.any([signal, AbortSignal.timeout(probeLimit)]));
      return new AppError('gateway-refused', { details: error.details, cause: error });
    } catch {
      // refused as well, or unknown
      return error;
    }
  }

  return {
    check(systemId, request, { anyway = false } = {}) {
      requireAddress(links.to(systemId, 'genai'));
      const isKeyless = lists.isKeyless(systemId);
      if (keys.selected(systemId) === null && !isKeyless) throw new AppError('api-key-missing');
      const { state, protection } = deps.vault.state();
      const isLocked = state === 'locked' && protection === 'passphrase';
      if (isLocked && !isKeyless && links.scope(systemId) === 'user')
        throw new AppError('vault-locked');
      const { problems } = judge(systemId, request);
      const problem = problems.find(({ code }) => !(anyway && uncertainProblems.has(code)));
      if (problem !== undefined) throw problem;
    },

    assess: judge,

    async completion(systemId, request, listener, { signal, onSend }) {
      const { address, connection } = await links.open(systemId, 'genai');
      const used = keys.selected(systemId);
      const key = lists.isKeyless(systemId) ? null : await keys.reveal(systemId);
      let usage: TokenUsage | null = null;
      let received = false;
      const counting: CompletionListener = {
        ...listener,
        usage(counted) {
          usage = counted;
          listener.usage?.(counted);
        },
      };
      const onAnswer = (): void => {
        received = true;
      };
      const secrets = onSend === undefined ? [] : await keys.all(systemId);
      const onSent = (sent: SentRequest): void =>
        onSend?.(
          shownRequest(sent, key === null ? secrets : [key, ...secrets], now().toISOString()),
        );
      const { longestRequest, thinkTags } = deps.systems.get(systemId);
      const split = thinkTags ? splitThinking(counting) : null;
      const longest = { request: longestRequest * 1000, ...limits };
      const options = { signal, limits: longest, now, onAnswer, onSend: onSent };
      try {
        const usage = split ?? counting;
        const outcome = await deps.bases
          .at(address, (base) =>
            runCompletion(
              network,
              { ...learnt.at(base, request.model), key, connection },
              request,
              usage,
              options,
            ),
          )
          .finally(() => split?.end());
        noteKey(systemId, used, null);
        return outcome;
      } catch (thrown) {
        const error = await judged(systemId, key, thrown, signal);
        noteKey(systemId, used, error);
        if (error instanceof AppError && error.code === 'model-gone') deps.onGone(systemId);
        throw error;
      } finally {
        if (received) await account(systemId, used ?? noKey, request, usage);
      }
    },
  };
}

/**
 * Remembers for each address whether it accepts `stream_options`, and for each model there how it accepts the limit.
 */
function createLearnt() {
  const streamOptions = new Map<string, { taken: boolean | null }>();
  const limitFields = new Map<string, { name: LimitField }>();
  return {
    at(base: string, model: string): Omit<CompletionServer, 'key' | 'connection'> {
      const url = `${base}/chat/completions`;
      const taken = streamOptions.get(url) ?? { taken: null };
      streamOptions.set(url, taken);
      const limitOf = `${url} ${model}`;
      const limitField = limitFields.get(limitOf) ?? { name: 'max_tokens' };
      limitFields.set(limitOf, limitField);
      return { url, streamOptions: taken, limitField };
    },
  };
}

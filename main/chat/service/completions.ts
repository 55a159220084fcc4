import { usualCount } from '../../../common/tokens.ts';
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
import { type ModelLists, wantsKey } from './model-lists.ts';
import { type ShownRequest, shownRequest } from './shown-request.ts';
import type { CompletionOutcome } from './stream/answer.ts';
import type { CompletionListener } from './stream/chunks.ts';
import { splitThinking } from './stream/thinking.ts';
import type { TokenUsage } from './stream/usage.ts';

/** Requests for completions: judged, sent, and accounted for. */
export interface Completions {
  /**
   * Judges a request without sending it; `anyway` leaves out what is a guess.
   * @throws AppError `api-key-missing`, `vault-locked`, `address-invalid`, `context-overflow`, `request-too-large`
   */
  check(
    systemId: string,
    request: CompletionRequest,
    options?: { readonly anyway?: boolean | undefined },
  ): void;
  /** The same with all its figures, and without throwing. */
  assess(systemId: string, request: CompletionRequest): Assessment;
  /**
   * Asks for a streamed completion; `listener` is told what comes, the promise says how it ended.
   * @throws AppError `cancelled` by the signal; else see `runCompletion`
   */
  completion(
    systemId: string,
    request: CompletionRequest,
    listener: CompletionListener,
    options: {
      readonly signal: AbortSignal;
      /** Told what is sent, without its secrets; with each retry once more. */
      readonly onSend?: (request: ShownRequest) => void;
    },
  ): Promise<CompletionOutcome>;
}

/** Problems that the service may not see: an estimate is one, and what a list says of its models may be old. */
export const guesses: ReadonlySet<ErrorCode> = new Set(['context-overflow', 'image-not-supported']);

/** For the list that tells whose a refusal is, ms. */
const probeLimit = 10_000;
/** What the account calls requests without a key. */
const noKey = { id: 'none', name: '–' };

/** Share of an estimate that tools may have where the estimate is to be learnt from. */
const toolsAtMost = 0.2;

export function createCompletions(deps: {
  readonly links: Pick<Links, 'to' | 'open' | 'scope'>;
  readonly vault: Pick<Vault, 'state'>;
  readonly network: Network;
  readonly keys: KeyStore;
  readonly calibrations: Calibrations;
  readonly ledger: Ledger;
  /** `request` where tests say it; else it is the system's. */
  readonly limits: Omit<CompletionLimits, 'request'> & Partial<CompletionLimits>;
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly bases: Bases;
  readonly models: (systemId: string) => readonly Model[];
  readonly lists: Pick<ModelLists, 'ask' | 'isKeyless' | 'noteKeyNeeded'>;
  /** How a request with this key went; null: well. */
  readonly noteKey: (systemId: string, key: StoredKey | null, error: unknown) => void;
  /** The service has refused a model that it does not offer any more. */
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

  /** What a request taught: the ledger and the calibration. A failure here must not fail the answer. */
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
      // What templates make of tools differs more than what they make of texts.
      if (usualCount(kindsOfTools(request)) > usualCount(counts) * toolsAtMost) return;
      await calibrations.learn(systemId, model, counts, usage.inputTokens);
    } catch (error) {
      log.error('genai-account', error, { systemId });
    }
  }

  /**
   * Whether a refusal is one of the key: a service that lists its models with it has refused something else, as the
   * sign-in of a gateway at the provider behind it.
   */
  async function judged(
    systemId: string,
    key: string | null,
    error: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (key === null && wantsKey(error)) {
      lists.noteKeyNeeded(systemId);
      return new AppError('api-key-missing', { cause: error });
    }
    if (!(error instanceof AppError) || error.code !== 'http-unauthorized') return error;
    try {
      await lists.ask(systemId, key, AbortSignal.any([signal, AbortSignal.timeout(probeLimit)]));
      return new AppError('gateway-refused', { details: error.details, cause: error });
    } catch {
      // refused as well, or nothing is known of it
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
      const problem = problems.find(({ code }) => !(anyway && guesses.has(code)));
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
        const told = split ?? counting;
        const outcome = await deps.bases
          .at(address, (base) =>
            runCompletion(
              network,
              { ...learnt.at(base, request.model), key, connection },
              request,
              told,
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

/** What was learnt of each address: whether it takes `stream_options`; of each model there, how it takes the limit. */
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

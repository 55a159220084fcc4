import { AppError } from '../../../preload/contract/errors.ts';
import { type Bases, isElsewhere } from '../../base/addresses/index.ts';
import { startTimeLimit } from '../../base/async/time-limit.ts';
import type { Log } from '../../base/host.ts';
import { shortestMaskable, withoutSecret } from '../../base/log/masking.ts';
import { createPassingMask, type PassingMask } from '../../base/log/passing-mask.ts';
import type { Network, StreamedAnswer } from '../../base/network/index.ts';
import type { Vault } from '../../base/storage/vault/vault.ts';
import { type Links, requireAddress } from '../../systems/links/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { KeyStore } from './keys.ts';
import type { Ledger } from './ledger.ts';
import { authorizationOf, type ModelLists } from './model-lists.ts';
import { removedMark } from './shown-request.ts';
import { watchUsage } from './stream/passed-usage.ts';

/** A request that another program wrote. */
export interface PassedRequest {
  readonly method: 'GET' | 'POST';
  /** Below `/v1`, with its leading slash. */
  readonly path: string;
  /** Headers that pass; the key is added here. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal;
}

/** Whose request it is, for the account. */
export interface PassedFor {
  readonly programId: string;
  readonly program: string;
  /** Null for a request that asks no model. */
  readonly model: string | null;
}

export interface PassedAnswer extends StreamedAnswer {
  /** Removes the service's key from a text. */
  readonly masked: (text: string) => string;
  /** Removes it from what passes by. */
  readonly mask: () => PassingMask;
}

/** Passes requests of other programs on to the service, with its key: they never get it. */
export interface Passing {
  /** @throws AppError `address-invalid`, `api-key-missing`, `vault-locked`: why no request can be sent now */
  requireReady(systemId: string): void;
  /**
   * Sends the request once, and returns the answer as it comes, whatever its status. The body must be read or
   * destroyed. @throws AppError of the network, and as `requireReady`
   */
  pass(systemId: string, request: PassedRequest, by: PassedFor): Promise<PassedAnswer>;
}

export function createPassing(deps: {
  readonly systems: Pick<SystemsReader, 'get'>;
  readonly links: Pick<Links, 'to' | 'open' | 'scope'>;
  readonly vault: Pick<Vault, 'state'>;
  readonly network: Pick<Network, 'stream'>;
  readonly bases: Bases;
  readonly keys: KeyStore;
  readonly lists: Pick<ModelLists, 'isKeyless'>;
  readonly ledger: Pick<Ledger, 'add'>;
  readonly accounted: (systemId: string) => void;
  readonly log: Pick<Log, 'error'>;
  readonly now: () => Date;
}): Passing {
  const { links, keys, lists, network } = deps;

  return {
    requireReady(systemId) {
      requireAddress(links.to(systemId, 'genai'));
      if (lists.isKeyless(systemId)) return;
      if (keys.selected(systemId) === null) throw new AppError('api-key-missing');
      const { state, protection } = deps.vault.state();
      const isLocked = state === 'locked' && protection === 'passphrase';
      if (isLocked && links.scope(systemId) === 'user') throw new AppError('vault-locked');
    },

    async pass(systemId, request, by) {
      const { address, connection } = await links.open(systemId, 'genai');
      const used = keys.selected(systemId);
      const key = lists.isKeyless(systemId) ? null : await keys.reveal(systemId);
      const longest = deps.systems.get(systemId).longestRequest * 1000;
      const limit = startTimeLimit(longest, request.signal);
      const { signal } = limit;
      let answer: StreamedAnswer | null = null;
      const send = async (base: string): Promise<void> => {
        answer?.body.destroy();
        answer = await network.stream({
          url: `${base}${request.path}`,
          method: request.method,
          headers: { ...request.headers, ...authorizationOf(key) },
          ...(request.body && { body: request.body }),
          identity: null,
          connection,
          headersTimeout: longest,
          bodyTimeout: 0,
          redirects: 'return',
          signal,
        });
        // Another of the address's candidates may have the API.
        if ([404, 405, 501].includes(answer.status)) throw new AppError('http-not-found');
      };
      await deps.bases.at(address, send).catch((error: unknown) => {
        if (answer !== null && isElsewhere(error)) return;
        limit.end();
        throw error;
      });
      const got = answer as StreamedAnswer | null;
      if (got === null) throw new AppError('internal');
      got.body.once('close', limit.end);
      const { model } = by;
      if (model !== null && got.status < 300) {
        const { id, name } = used ?? { id: 'none', name: '–' };
        account(systemId, got, {
          keyId: `${id}/${by.programId}`,
          keyName: `${name} · ${by.program}`,
          model,
        });
      }
      const masked = (text: string) =>
        key === null ? text : withoutSecret(text, key, removedMark);
      const secrets = key !== null && key.length >= shortestMaskable ? [key] : [];
      return { ...got, masked, mask: () => createPassingMask(secrets) };
    },
  };

  /** Counts what passes by. A failure here must not fail the answer. */
  function account(
    systemId: string,
    { headers, body }: StreamedAnswer,
    entry: { readonly keyId: string; readonly keyName: string; readonly model: string },
  ): void {
    const watch = watchUsage(headers['content-type']);
    body.on('data', (piece: Buffer) => watch.push(piece));
    body.once('close', () => {
      deps.ledger
        .add({ systemId, ...entry, usage: watch.end() }, deps.now())
        .then(() => deps.accounted(systemId))
        .catch((error: unknown) => deps.log.error('genai-account', error, { systemId }));
    });
    // The reader that pipes it decides when it flows.
    body.pause();
  }
}

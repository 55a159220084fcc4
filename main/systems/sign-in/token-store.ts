import * as z from 'zod';
import { parseJson } from '../../../common/texts/json.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { TokenFacts } from '../../../preload/contract/systems/session.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import type { Log } from '../../base/host.ts';
import { type SecretScope, sessionSecrets, type Vault } from '../../base/storage/vault/vault.ts';
import { tokenSet } from './tokens.ts';

/**
 * The vault's content. `sending` is written before the refresh token is sent and cleared with the next tokens, in one
 * write: if it is set at a start, an answer was lost and the token may be used up.
 */
const record = z.object({ tokens: tokenSet, sending: z.boolean() });
export type TokenRecord = z.infer<typeof record>;

/** One system's tokens, sealed. Writes run one after another, in order. */
export interface TokenStore {
  /** Returns null if there are none. @throws AppError `vault-locked`, `vault-damaged` */
  load(): Promise<TokenRecord | null>;
  /**
   * Returns how they are stored; `memory` if the user wants that or there is no vault yet. @throws AppError of the
   * vault
   */
  save(now: TokenRecord): Promise<TokenFacts['storedIn']>;
  remove(): Promise<void>;
}

export function openTokenStore(options: {
  readonly systemId: string;
  readonly vault: Vault;
  readonly scope: () => SecretScope;
  /** The user's choice: false keeps the tokens in memory only. */
  readonly keep: () => Promise<boolean>;
  readonly log: Log;
}): TokenStore {
  const { systemId, vault, scope, keep, log } = options;
  const name = `${sessionSecrets}${systemId}`;
  const next = serialQueue();

  return {
    load: () =>
      next(async () => {
        if (!(await keep())) {
          // Sealed before that was forbidden: another program could still use them.
          await vault.remove(name);
          return null;
        }
        let sealed: Uint8Array;
        try {
          sealed = await vault.get(name, scope());
        } catch (cause) {
          if (cause instanceof AppError && cause.code === 'not-found') return null;
          throw cause;
        }
        const read = record.safeParse(parseJson(new TextDecoder().decode(sealed)));
        if (read.success) return read.data;
        log.info('session-unreadable', { systemId });
        throw new AppError('vault-damaged');
      }),
    save: ({ tokens, sending }) =>
      next(async () => {
        const where = scope();
        const noVault = where === 'user' && vault.state().state === 'not-set-up';
        if (noVault || !(await keep())) {
          // Tokens left there by an earlier choice would be restored at the next start.
          await vault.remove(name);
          return 'memory';
        }
        const bytes = new TextEncoder().encode(JSON.stringify({ tokens, sending }));
        try {
          return await vault.put(name, bytes, where);
        } catch (cause) {
          if (!(cause instanceof AppError) || cause.code !== 'locked-by-policy') throw cause;
          await vault.remove(name);
          return 'memory';
        }
      }),
    remove: () => next(() => vault.remove(name)),
  };
}

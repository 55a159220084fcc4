import type { Log } from '../../../base/host.ts';
import type { Provider } from '../provider/index.ts';
import type { TokenSet } from '../tokens.ts';
import { asAppError } from './failures.ts';

/**
 * Tells the provider that the session is over: its end-session endpoint, then revocation (RFC 7009). Its answer changes
 * nothing here. @returns null if it has no such endpoint or did not answer
 */
export async function notifyProvider(
  provider: () => Promise<Pick<Provider, 'revoke' | 'endSession'>>,
  tokens: TokenSet,
  log: Log,
): Promise<{ revoked: boolean | null; ended: boolean | null }> {
  const quietly = (what: string, done: Promise<boolean | null>): Promise<boolean | null> =>
    done.catch((cause: unknown) => {
      log.info('session-sign-out', { what, code: asAppError(cause).code });
      return null;
    });
  try {
    const asked = await provider();
    // One after another: once the tokens are revoked, a provider may not confirm the end of the session.
    const ended = await quietly('end-session', asked.endSession(tokens));
    const revoked = await quietly('revoke', asked.revoke(tokens));
    return { revoked, ended };
  } catch (cause) {
    log.info('session-not-revoked', { code: asAppError(cause).code });
    return { revoked: null, ended: null };
  }
}

/** Revokes tokens that nobody waits for any more. */
export async function revokeQuietly(
  provider: Pick<Provider, 'revoke'>,
  unwanted: TokenSet,
  log: Log,
): Promise<void> {
  await provider.revoke(unwanted).catch((cause: unknown) => {
    log.info('session-not-revoked', { code: asAppError(cause).code });
  });
}

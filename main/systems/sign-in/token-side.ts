import { AppError } from '../../../preload/contract/errors.ts';
import type { Entries } from './entries.ts';
import { isAvailable, issuerOf } from './entry.ts';
import { isCertificateBound } from './tokens.ts';
import type { CallAuthentication, Grant, TokenSide } from './types.ts';

export function createTokenSide(
  entries: Entries,
  providerAddress: (systemId: string) => string | null,
): TokenSide {
  const attach = (systemId: string, grant: Grant): CallAuthentication => {
    const presentation = entries.opened(systemId)?.settings.presentation;
    const { header, scheme } = presentation ?? { header: 'authorization', scheme: 'Bearer' };
    const value = scheme === '' ? grant.accessToken : `${scheme} ${grant.accessToken}`;
    return { headers: { [header.toLowerCase()]: value }, grant };
  };

  return {
    authorization: (systemId) => ({
      async attach() {
        return attach(systemId, await (await entries.of(systemId)).driver.grant());
      },
      async renew({ grant }) {
        return attach(systemId, await (await entries.of(systemId)).driver.renew(grant));
      },
      async renewIfPossible({ grant }) {
        const newer = await (await entries.of(systemId)).driver.renewIfPossible(grant);
        return newer === null ? null : attach(systemId, newer);
      },
      refusedAgain: ({ grant }) => entries.opened(systemId)?.driver.refusedAgain(grant),
    }),

    async unavailable(systemId) {
      const entry = await entries.of(systemId);
      if (isAvailable(entry)) return null;
      const { name, cause } = entry.driver.machine;
      // A call during a sign-in waits for its outcome.
      if (name === 'authorizing') return null;
      if (cause.code === 'vault-locked') return new AppError('vault-locked');
      return new AppError(name === 'expired' ? 'session-expired' : 'session-signed-out');
    },

    isCertificateBound(systemId) {
      const tokens = entries.opened(systemId)?.driver.tokens ?? null;
      return tokens !== null && isCertificateBound(tokens.accessToken);
    },

    async providerToken(systemId) {
      const entry = await entries.of(systemId);
      const issuer = issuerOf(providerAddress(systemId), entry.settings);
      if (!isAvailable(entry) || issuer === null) return null;
      return { issuer, token: async () => (await entry.driver.grant()).accessToken };
    },
  };
}

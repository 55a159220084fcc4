import { quoted, type Shell } from '../../../kit/shells.ts';

/** As in `genai.exportAuthorities`. */
export const authoritiesFile = 'authorities.pem';

/**
 * Options that make curl trust a system with authorities of its own. Windows' curl (Schannel) also checks revocation
 * lists, which such authorities seldom offer.
 */
export function trustedBy(shell: Shell, ownAuthorities: boolean): string[] {
  if (!ownAuthorities) return [];
  return [
    `--cacert ${shell === 'bash' ? authoritiesFile : quoted(shell, authoritiesFile)}`,
    ...(shell === 'bash' ? [] : ['--ssl-revoke-best-effort']),
  ];
}

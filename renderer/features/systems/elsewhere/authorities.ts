import { quoted, type Shell } from '../../../kit/shells.ts';

/** As `genai.exportAuthorities` names it. */
export const authoritiesFile = 'authorities.pem';

/**
 * Options by which curl knows the servers of a system that has authorities of its own. The curl of Windows (Schannel)
 * looks for revocation lists as well, which such authorities seldom offer.
 */
export function trustedBy(shell: Shell, ownAuthorities: boolean): string[] {
  if (!ownAuthorities) return [];
  return [
    `--cacert ${shell === 'bash' ? authoritiesFile : quoted(shell, authoritiesFile)}`,
    ...(shell === 'bash' ? [] : ['--ssl-revoke-best-effort']),
  ];
}

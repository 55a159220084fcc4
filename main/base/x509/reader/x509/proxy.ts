import type { ParsedCertificate } from './certificate.ts';

/**
 * Returns whether it is a proxy certificate (RFC 3820): issued by the user to a program that acts for them, with the
 * user's name in its own.
 */
export function isProxy({ extensions }: ParsedCertificate): boolean {
  return extensions.has('1.3.6.1.5.5.7.1.14') || extensions.has('1.3.6.1.4.1.3536.1.222');
}

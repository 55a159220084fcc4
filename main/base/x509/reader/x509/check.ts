/** Findings about a certificate that is to sign in to TLS servers. */
import type { CertificateDescription } from './describe.ts';
import { type TlsRuntime, tlsUsability } from './tls-usability.ts';

export type CertificateCheckCode =
  | 'not-yet-valid'
  | 'expired'
  /** Within 30 days; `days` says how many are left. */
  | 'expires-soon'
  /** The extended key usage lacks client authentication. */
  | 'no-client-authentication'
  /** A key usage without digitalSignature: TLS clients sign. */
  | 'no-digital-signature'
  | 'is-authority'
  /** The issuer is not in the file; `issuer` names it. Many servers know it anyway. */
  | 'chain-incomplete'
  | 'chain-expired'
  /** `bits` is the key's. */
  | 'key-too-weak'
  /** `hash` is MD5, SHA-1 and so on. */
  | 'weak-signature'
  /** `keyType`; `remedy` is what to ask the issuer for. */
  | 'key-unusable-for-tls';

export interface CertificateCheck {
  readonly code: CertificateCheckCode;
  /** `error`: servers will refuse it. `warning`: some may, or soon will. */
  readonly severity: 'error' | 'warning';
  readonly details: Readonly<Record<string, string | number>>;
}

const day = 86_400_000;

/** OpenSSL's security level 1 (level 2 in Debian and Fedora asks for 2048). */
const leastBits = 2048;
const leastCurveBits = 224;
const weakHashes = ['MD2', 'MD4', 'MD5', 'SHA-1'];

function validity({ notBefore, notAfter }: CertificateDescription, now: number) {
  const checks: CertificateCheck[] = [];
  const end = Date.parse(notAfter);
  if (now < Date.parse(notBefore)) {
    checks.push({ code: 'not-yet-valid', severity: 'error', details: { notBefore } });
  }
  if (now > end) {
    checks.push({ code: 'expired', severity: 'error', details: { notAfter } });
  } else if (end - now < 30 * day) {
    const days = Math.floor((end - now) / day);
    checks.push({ code: 'expires-soon', severity: 'warning', details: { notAfter, days } });
  }
  return checks;
}

function usage(leaf: CertificateDescription): CertificateCheck[] {
  const { extendedKeyUsage, keyUsage, isCA } = leaf;
  const checks: CertificateCheck[] = [];
  const client = ['clientAuth', 'anyExtendedKeyUsage'];
  if (extendedKeyUsage !== null && !extendedKeyUsage.some((use) => client.includes(use))) {
    const usages = extendedKeyUsage.join(', ');
    checks.push({ code: 'no-client-authentication', severity: 'error', details: { usages } });
  }
  if (keyUsage !== null && !keyUsage.includes('digitalSignature')) {
    const usages = keyUsage.join(', ');
    checks.push({ code: 'no-digital-signature', severity: 'error', details: { usages } });
  }
  if (isCA) checks.push({ code: 'is-authority', severity: 'warning', details: {} });
  return checks;
}

function strength(leaf: CertificateDescription, runtime: TlsRuntime): CertificateCheck[] {
  const { keyType, keyBits: bits, signatureHash: hash, selfSigned } = leaf;
  const checks: CertificateCheck[] = [];
  const least = /^(rsa|dsa)/.test(keyType) ? leastBits : leastCurveBits;
  if (bits !== null && bits < least) {
    checks.push({ code: 'key-too-weak', severity: 'error', details: { keyType, bits, least } });
  }
  // A root's signature on itself is not checked by anybody.
  if (hash !== null && weakHashes.includes(hash) && !selfSigned) {
    checks.push({ code: 'weak-signature', severity: 'warning', details: { hash } });
  }
  const usability = tlsUsability(keyType, runtime);
  if (!usability.usable) {
    const { reason, remedy } = usability;
    const details = { keyType, reason, remedy };
    checks.push({ code: 'key-unusable-for-tls', severity: 'error', details });
  }
  return checks;
}

/**
 * Checks a leaf and its chain (the leaf's issuer first) at `now` (milliseconds since 1970). Errors first; an empty list
 * means no findings.
 */
export function checkCertificate(
  leaf: CertificateDescription,
  chain: readonly CertificateDescription[],
  now: number,
  runtime: TlsRuntime = 'openssl',
): CertificateCheck[] {
  const checks = [...validity(leaf, now), ...usage(leaf), ...strength(leaf, runtime)];
  const last = chain.at(-1) ?? leaf;
  if (!last.selfSigned) {
    const issuer = last.issuer.text;
    checks.push({ code: 'chain-incomplete', severity: 'warning', details: { issuer } });
  }
  for (const { notAfter, subject } of chain) {
    if (now <= Date.parse(notAfter)) continue;
    const details = { subject: subject.text, notAfter };
    checks.push({ code: 'chain-expired', severity: 'error', details });
  }
  return checks.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

/** Days before expiry on which to remind. */
export const reminderDays = [30, 7, 1] as const;

/**
 * Returns the due reminder: the smallest of `reminderDays` reached, 0 once expired, null if none is due. Store the last
 * one shown to show each only once.
 */
export function dueReminder(notAfter: string, now: number): 0 | 1 | 7 | 30 | null {
  const left = Date.parse(notAfter) - now;
  if (left <= 0) return 0;
  return reminderDays.findLast((days) => left <= days * day) ?? null;
}

import { X509Certificate } from 'node:crypto';
import { AppError, type ErrorCode } from '../../../preload/contract/errors.ts';
import { findAlert, judgeAlert } from './alerts.ts';
import { type ConnectionFacts, readFacts } from './facts.ts';
import { brokenRule } from './http-rules.ts';
import type { TlsIdentity } from './identity.ts';
import { ProxyRefusal } from './proxy/proxy-refusal.ts';
import { plainLine } from './refusal/line.ts';

export interface FailureContext {
  /** The host as the user knows it. */
  readonly host: string;
  readonly identity: TlsIdentity | null;
  readonly online: () => boolean;
  readonly now?: () => Date;
}

type Details = Record<string, string | number | boolean>;

interface Link {
  readonly code: string;
  readonly message: string;
}

const nameNotFound = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'EAI_FAIL']);
const unreachable = new Set([
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
]);
const reset = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
]);
const timeouts: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  ETIMEDOUT: 'connect',
  UND_ERR_HEADERS_TIMEOUT: 'headers',
  UND_ERR_BODY_TIMEOUT: 'body',
};
/** X509_V_ERR_* by OpenSSL's names, which Node reports under BoringSSL too. */
const outOfDate = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']);
const notTrusted = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'CERT_SIGNATURE_FAILURE',
  'CERT_CHAIN_TOO_LONG',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'PATH_LENGTH_EXCEEDED',
  'ERR_TLS_CERT_SIGNATURE_ALGORITHM_UNSUPPORTED',
]);
/** Node reports verification failures that it has no name for with this code and OpenSSL's text. */
const unnamed = 'UNSPECIFIED';
const weakChain = /key too (small|weak)|md too weak|ee certificate|ca (certificate|key) /i;

/**
 * Converts a failure below HTTP to an AppError, the same under OpenSSL and BoringSSL. `details` always has `host`;
 * `reason` is the cause's own code.
 */
export function toAppError(cause: unknown, context: FailureContext): AppError {
  if (cause instanceof AppError) return cause;
  const links = chainOf(cause);
  const facts = factsIn(cause);
  const codes = links.map((link) => link.code).filter((code) => code !== '');
  const reason =
    codes.find((code) => code !== 'EPROTO' && code !== 'UND_ERR_SOCKET') ?? codes[0] ?? 'unknown';
  const details: Details = { host: context.host, reason };
  if (facts?.proxy) details.proxy = facts.proxy;
  if (facts !== undefined) details.phase = facts.phase;
  const make = (code: ErrorCode, retryable: boolean, more: Details = {}): AppError =>
    new AppError(code, { details: { ...details, ...more }, retryable, cause });

  if (facts?.phase === 'proxy') {
    const refusal = cause instanceof ProxyRefusal ? cause : null;
    if (refusal?.isOfOtherMethod) {
      const { status, methods } = refusal;
      return make('network-proxy-method', false, { status, methods: methods.join(', ') });
    }
    return make('network-proxy', refusal === null || refusal.status >= 500, {
      ...(refusal === null ? {} : { status: refusal.status, reason: `status-${refusal.status}` }),
    });
  }

  const text = links.map((link) => `${link.code} ${link.message}`).join('\n');
  const alert = findAlert(text);
  if (alert !== null) {
    const more: Details = { alert: alert.name, alertNumber: alert.number };
    const verdict = judgeAlert(alert.number, {
      presented: context.identity !== null,
      expired: isExpired(context),
      // TLS 1.2 can still ask for a certificate on an open connection, by another handshake.
      serverKnown: facts?.peer != null || facts?.phase === 'open',
    });
    if (verdict === null) return make('tls-handshake', false, more);
    return make(`tls-client-certificate-${verdict}`, false, { ...more, ...expiry(context) });
  }

  if (codes.includes('ERR_TLS_CERT_ALTNAME_INVALID')) {
    return make('tls-server-name-mismatch', false, certificateDetails(facts?.peer));
  }
  const verification = codes.find(
    (code) => outOfDate.has(code) || notTrusted.has(code) || code === unnamed,
  );
  if (verification !== undefined || weakChain.test(text)) {
    const more = certificateDetails(facts?.peer);
    const dated = verification !== undefined && outOfDate.has(verification);
    return make(dated ? 'tls-server-expired' : 'tls-server-not-trusted', false, more);
  }

  const timedOut = codes.find((code) => timeouts[code] !== undefined);
  if (timedOut !== undefined) {
    const phase = facts?.phase === 'handshake' ? 'handshake' : (timeouts[timedOut] ?? 'connect');
    return make('network-timeout', true, { phase });
  }
  if (codes.some((code) => nameNotFound.has(code))) {
    if (!context.online()) return make('network-offline', true);
    return make('network-name-not-found', codes.includes('EAI_AGAIN'));
  }
  if (codes.includes('ECONNREFUSED')) return make('network-refused', true);
  if (codes.some((code) => unreachable.has(code))) {
    return make(context.online() ? 'network-unreachable' : 'network-offline', true);
  }
  const rule = facts?.rule ?? brokenRule(links);
  if (rule === 'not-http') return make('answer-not-json', false, { found: 'not-http' });
  if (rule !== null) return make('http-broken', false, { rule });
  if (codes.includes('UND_ERR_HEADERS_OVERFLOW')) return make('answer-too-large', false);
  if (codes.includes('EPROTO') || codes.some((code) => code.startsWith('ERR_SSL_'))) {
    return make('tls-handshake', false);
  }
  if (codes.some((code) => reset.has(code))) return make('network-reset', true);
  return new AppError('internal', { details: { host: context.host }, cause });
}

/** Returns the error, its causes, and the attempts in an AggregateError (RFC 8305 dialling). */
function chainOf(cause: unknown): Link[] {
  const links: Link[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (!(value instanceof Error) || seen.has(value)) return;
    seen.add(value);
    // undici's parser error may lack its code.
    const unnamed = value.name === 'HTTPParserError' ? 'HPE_UNKNOWN' : '';
    const code = 'code' in value && typeof value.code === 'string' ? value.code : unnamed;
    links.push({ code, message: value.message });
    if (value instanceof AggregateError) for (const inner of value.errors) visit(inner);
    visit(value.cause);
    visit(readFacts(value)?.earlier);
  };
  visit(cause);
  return links;
}

function factsIn(cause: unknown): ConnectionFacts | undefined {
  let value = cause;
  for (let depth = 0; depth < 5 && value instanceof Error; depth++) {
    const facts = readFacts(value);
    if (facts !== undefined) return facts;
    value = value.cause;
  }
  return undefined;
}

function isExpired({ identity, now }: FailureContext): boolean {
  if (identity === null) return false;
  return Date.parse(identity.notAfter) < (now?.() ?? new Date()).getTime();
}

function expiry({ identity }: FailureContext): Details {
  return identity === null ? {} : { notAfter: identity.notAfter };
}

function certificateDetails(der: Uint8Array | null | undefined): Details {
  if (!der) return {};
  const peer = new X509Certificate(der);
  const [notBefore, notAfter] = [instantOf(peer.validFrom), instantOf(peer.validTo)];
  return {
    subject: oneLine(peer.subject),
    issuer: oneLine(peer.issuer),
    names: namesIn(peer.subjectAltName),
    ...(notBefore === null ? {} : { notBefore }),
    ...(notAfter === null ? {} : { notAfter }),
    fingerprint: peer.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}

/** Parses a certificate's time as Node writes it; null for an invalid one, which OpenSSL shows as "Bad time value". */
export function instantOf(written: string): string | null {
  const at = Date.parse(written);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Anybody can put any name into a certificate: longer ones are cut, on screen and in the log. */
const longestName = 300;
const mostNames = 20;

/** Joins a name on one line; Node writes one attribute a line. */
function oneLine(name: string | undefined): string {
  return plainLine(
    (name ?? '')
      .slice(0, 4 * longestName)
      .split('\n')
      .join(', '),
    longestName,
  );
}

function namesIn(subjectAltName = ''): string {
  const all = subjectAltName.slice(0, longestName * mostNames).split(', ');
  const shown = all.slice(0, mostNames).map((name) => name.replace(/^(DNS|IP Address):/, ''));
  return plainLine(`${shown.join(', ')}${all.length > mostNames ? ', …' : ''}`);
}

import { AppError } from '../../../../preload/contract/errors.ts';

/** Failures before anything was sent, or certainly without effect. */
const notUsed = new Set([
  'network-name-not-found',
  'network-refused',
  'network-unreachable',
  'network-offline',
  'network-proxy',
  'network-proxy-method',
  'tls-server-not-trusted',
  'tls-server-name-mismatch',
  'tls-server-expired',
  'tls-handshake',
  'tls-client-certificate-missing',
  'tls-client-certificate-expired',
  'tls-client-certificate-rejected',
]);
const beforeSending = new Set(['connect', 'handshake', 'proxy']);

/** Returns whether the refresh token can be used again after this failure. Reuse ends a session (RFC 9700, 4.14.2). */
export function classifyFailure(error: AppError): 'not-used' | 'unanswered' | 'refused' {
  const { code, details } = error;
  if (notUsed.has(code)) return 'not-used';
  if (typeof details.phase === 'string' && beforeSending.has(details.phase)) return 'not-used';
  if (code === 'sign-in-provider-error') {
    return details.error === 'temporarily_unavailable' ? 'not-used' : 'refused';
  }
  if (code === 'sign-in-answer-unusable') {
    // A proxy's page: whether the provider behind it received the token is unknown.
    return Number(details.status ?? 200) >= 500 ? 'unanswered' : 'refused';
  }
  if (code.startsWith('network-') || code === 'http-broken' || code === 'cancelled') {
    return 'unanswered';
  }
  return code === 'internal' ? 'unanswered' : 'refused';
}

export function asAppError(cause: unknown): AppError {
  return cause instanceof AppError ? cause : new AppError('internal', { cause });
}

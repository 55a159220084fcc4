import * as oauth from 'oauth4webapi';
import { AppError, type ErrorCode } from '../../../../preload/contract/errors.ts';
import { plainLine } from '../../../base/network/refusal/index.ts';
import { GrantRefusal } from './token-answer.ts';

export type Step = 'discovery' | 'callback' | 'exchange' | 'refresh' | 'revocation';

/** Errors of RFC 6749 (4.1.2.1, 5.2) that mean the same in every step. */
const meanings: Readonly<Record<string, ErrorCode>> = {
  access_denied: 'sign-in-refused',
  invalid_client: 'sign-in-client-refused',
  unauthorized_client: 'sign-in-client-refused',
};
const grantMeanings: Readonly<Partial<Record<Step, ErrorCode>>> = {
  exchange: 'sign-in-code-refused',
  refresh: 'session-refresh-refused',
};

/**
 * Converts a failed request to the provider to an error. oauth4webapi's errors may contain tokens and are not kept as
 * the cause.
 */
export function toProviderError(cause: unknown, at: { host: string; step: Step }): AppError {
  const own = appErrorIn(cause);
  if (own !== null) return own;
  const { host, step } = at;
  const refusal = refusalIn(cause);
  if (refusal !== null) {
    const { error, description } = refusal;
    const code =
      (error === 'invalid_grant' ? grantMeanings[step] : undefined) ??
      meanings[error] ??
      'sign-in-provider-error';
    return new AppError(code, {
      details: { host, error: plainLine(error), server: plainLine(description ?? error) },
      retryable: error === 'temporarily_unavailable' || error === 'server_error',
    });
  }
  const code = codeOf(cause);
  if (step === 'discovery') {
    const issuer = code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
    return new AppError(issuer ? 'sign-in-issuer-mismatch' : 'sign-in-answer-unusable', {
      details: { host, reason: code, ...(issuer ? { issuer: issuerIn(cause) } : {}) },
    });
  }
  if (step === 'callback') {
    return new AppError('sign-in-provider-error', { details: { host, reason: code } });
  }
  return new AppError('sign-in-id-token-invalid', {
    details: { host, reason: code, ...claimIn(cause) },
  });
}

export function appErrorIn(cause: unknown): AppError | null {
  let value = cause;
  for (let depth = 0; depth < 5 && value instanceof Error; depth++) {
    if (value instanceof AppError) return value;
    value = value.cause;
  }
  return null;
}

/** Returns the provider's refusal of the user's request, a grant or a revocation. */
function refusalIn(cause: unknown): Pick<GrantRefusal, 'error' | 'description'> | null {
  if (cause instanceof GrantRefusal) return cause;
  const refused =
    cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError;
  return refused ? { error: cause.error, description: cause.error_description ?? null } : null;
}

function codeOf(cause: unknown): string {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') {
    return cause.code;
  }
  return cause instanceof Error ? cause.name : 'unknown';
}

/** Returns the name of the wrong claim, never its value. */
function claimIn(cause: unknown): { claim?: string } {
  const inner = cause instanceof Error ? cause.cause : null;
  const claim: unknown =
    typeof inner === 'object' && inner !== null && 'claim' in inner ? inner.claim : undefined;
  return typeof claim === 'string' ? { claim } : {};
}

function issuerIn(cause: unknown): string {
  const body: unknown =
    cause instanceof Error && typeof cause.cause === 'object' && cause.cause !== null
      ? (cause.cause as { body?: unknown }).body
      : undefined;
  const issuer =
    typeof body === 'object' && body !== null ? (body as { issuer?: unknown }).issuer : undefined;
  return typeof issuer === 'string' ? plainLine(issuer) : '';
}

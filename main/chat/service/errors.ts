import { AppError, type AppErrorData, type ErrorCode } from '../../../preload/contract/errors.ts';
import {
  type ErrorMessage,
  type Refusal,
  type RefusalOptions,
  type RefusedAnswer,
  readRefusal,
  refusalError,
} from '../../base/network/refusal/index.ts';
import { refusalReason, tokenFigures } from './refusal-reason.ts';
import { refusedCredentials } from './refused-credentials.ts';

type Details = AppErrorData['details'];

/**
 * Converts a refused answer to an error.
 * @param options.secrets the key, which some services repeat
 * @param options.model the requested model, if any
 * @param options.hasForm whether the request set an answer format
 */
export function statusError(
  answer: RefusedAnswer,
  options: RefusalOptions & { readonly model?: string; readonly hasForm?: boolean } = {},
): AppError {
  const refusal = readRefusal(answer, options);
  const { status, words } = refusal;
  const special = status >= 400 ? understood(words, status, options) : null;
  if (special !== null) return refusalError(refusal, { ...special, retryable: false });
  return refusalError(refusal, { ...codeOf(answer, refusal, options.secrets?.[0]) });
}

/** Returns the code from the service's text if that is more specific than the status. */
function codeOf(
  answer: RefusedAnswer,
  { status, words }: Refusal,
  key: string | undefined,
): { readonly code?: ErrorCode } {
  if (status === 413) return { code: 'request-too-large' };
  if (status !== 401 && status !== 403) return {};
  const blame = refusedCredentials(answer, words, key ?? '');
  if (blame === 'other') return { code: 'gateway-refused' };
  return blame === 'key' && status === 401 ? { code: 'api-key-refused' } : {};
}

/** Converts an error event in a started stream; `stream-error` unless it is more specific. */
export function eventError(
  words: ErrorMessage,
  host: string,
  asked: { readonly model?: string; readonly hasForm?: boolean } = {},
): AppError {
  const details: Details = { host, ...(words.text === '' ? {} : { server: words.text }) };
  const special = understood(words, 400, asked);
  if (special === null) return new AppError('stream-error', { details, retryable: true });
  return new AppError(special.code, { details: { ...details, ...special.details } });
}

function understood(
  words: ErrorMessage,
  status: number,
  { model, hasForm = false }: { readonly model?: string; readonly hasForm?: boolean },
): { readonly code: ErrorCode; readonly details: Details } | null {
  const code = refusalReason(words, status);
  if (code === null || (code === 'model-gone' && model === undefined)) return null;
  if (code === 'format-refused' && !hasForm) return null;
  const numbers = code === 'context-overflow' ? { ...tokenFigures(words) } : {};
  return { code, details: { ...(model === undefined ? {} : { model }), ...numbers } };
}

import {
  AppError,
  type AppErrorData,
  type ErrorCode,
} from '../../../../preload/contract/errors.ts';
import { type ErrorBody, type ErrorMessage, readErrorMessage } from './error-message.ts';
import { readPause } from './pause.ts';

export {
  type ErrorBody,
  type ErrorMessage,
  findError,
  readErrorMessage,
} from './error-message.ts';
export { plainLine, withoutSecrets } from './line.ts';
export { readRetryAfter } from './pause.ts';

/** An answer other than the requested one. */
export interface RefusedAnswer extends ErrorBody {
  readonly status: number;
  readonly url: string;
}

/** A server's refusal, parsed once for the whole app. */
export interface Refusal {
  readonly status: number;
  readonly words: ErrorMessage;
  /** The meaning of its status: `http-*`. */
  readonly code: ErrorCode;
  /** The same request may succeed later. */
  readonly retryable: boolean;
  /** `host`, `status`; if any, the server's text as `server` and its requested pause as `retryAfter` (seconds). */
  readonly details: AppErrorData['details'];
}

export interface RefusalOptions {
  /** Default: now. */
  readonly now?: Date;
  /** Secrets of the request, masked in the server's text. */
  readonly secrets?: readonly string[];
}

export function readRefusal(answer: RefusedAnswer, options: RefusalOptions = {}): Refusal {
  const { status } = answer;
  const words = readErrorMessage(answer, options.secrets);
  const pause = readPause(answer, words.text, options.now ?? new Date());
  return {
    status,
    words,
    code: codeOf(status),
    retryable: status === 408 || status === 425 || status === 429 || status >= 500,
    details: {
      host: new URL(answer.url).host,
      status,
      ...(words.text === '' ? {} : { server: words.text }),
      ...(pause === null ? {} : { retryAfter: pause }),
    },
  };
}

/** @param change overrides for cases where the caller knows more than the status tells */
export function refusalError(
  { code, details, retryable }: Refusal,
  change: {
    readonly code?: ErrorCode;
    readonly retryable?: boolean;
    readonly details?: AppErrorData['details'];
  } = {},
): AppError {
  return new AppError(change.code ?? code, {
    details: { ...details, ...change.details },
    retryable: change.retryable ?? retryable,
  });
}

function codeOf(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'http-unauthorized';
    case 403:
      return 'http-forbidden';
    case 404:
      return 'http-not-found';
    case 429:
      return 'http-rate-limited';
    default:
      return 'http-status';
  }
}

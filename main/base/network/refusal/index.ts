import {
  AppError,
  type AppErrorData,
  type ErrorCode,
} from '../../../../preload/contract/errors.ts';
import { readPause } from './pause.ts';
import { readWords, type ServerWords, type Spoken } from './words.ts';

export { plainLine, withoutSecrets } from './line.ts';
export { readRetryAfter } from './pause.ts';
export { errorIn, readWords, type ServerWords, type Spoken } from './words.ts';

/** An answer that is not what was asked for. */
export interface RefusedAnswer extends Spoken {
  readonly status: number;
  readonly url: string;
}

/** What a refusal says, read once for the whole app. */
export interface Refusal {
  readonly status: number;
  readonly words: ServerWords;
  /** What its status means: `http-*`. */
  readonly code: ErrorCode;
  /** The same request may succeed later. */
  readonly retryable: boolean;
  /** `host`, `status`; the server's words as `server` and its wish for a pause as `retryAfter` (seconds), if any. */
  readonly details: AppErrorData['details'];
}

export interface RefusalOptions {
  /** Default: now. */
  readonly now?: Date;
  /** What the request carried and must not come back in the words. */
  readonly secrets?: readonly string[];
}

export function readRefusal(answer: RefusedAnswer, options: RefusalOptions = {}): Refusal {
  const { status } = answer;
  const words = readWords(answer, options.secrets);
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

/** @param change What the caller knows better than the status tells. */
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

import { AppError, type AppErrorData, type ErrorCode } from '../../preload/contract/errors.ts';
import {
  type RefusalOptions,
  type RefusedAnswer,
  readRefusal,
  refusalError,
  type ServerWords,
} from '../network/refusal/index.ts';

type Details = Record<string, string | number | boolean>;

/** The error for an answer that is none. @param options.secrets The key, which some services repeat */
export function statusError(answer: RefusedAnswer, options: RefusalOptions = {}): AppError {
  const refusal = readRefusal(answer, options);
  const { status, words } = refusal;
  const special = status >= 400 ? specialCode(words, status) : null;
  if (special !== null) {
    const details = overflowNumbers(words);
    return refusalError(refusal, { code: special, retryable: false, details });
  }
  return refusalError(refusal, status === 413 ? { code: 'request-too-large' } : {});
}

/** The error for an error event after the stream had begun; `stream-error` unless it says more. */
export function eventError(words: ServerWords, host: string): AppError {
  const details: Details = { host, ...(words.text === '' ? {} : { server: words.text }) };
  const special = specialCode(words, 400);
  if (special !== null) {
    return new AppError(special, { details: { ...details, ...overflowNumbers(words) } });
  }
  return new AppError('stream-error', { details, retryable: true });
}

const overflowWords =
  /context[ _-]?(length|size|window)|maximum context|prompt is too long|too many (input )?tokens/i;
const imageWords = /image input|images? (is|are) not supported|not support images?|not multimodal/i;

function specialCode(words: ServerWords, status: number): ErrorCode | null {
  const marks = `${words.type} ${words.code}`;
  if (/exceed_context|context_length_exceeded/.test(marks)) return 'context-overflow';
  if ((status === 400 || status === 422) && overflowWords.test(words.text)) {
    return 'context-overflow';
  }
  if ((status < 500 || status === 500) && imageWords.test(words.text)) return 'image-not-supported';
  return null;
}

/** The numbers of an overflow, where the server gives them as fields or in OpenAI's sentence. */
function overflowNumbers(words: ServerWords): AppErrorData['details'] {
  const numbers: Details = {};
  const context = words.contextLength ?? contextIn(words.text);
  const input =
    words.inputTokens ?? numberAfter(words.text, /\b(\d{1,12})(?: tokens)? in the messages/i);
  const max = numberAfter(words.text, /\b(\d{1,12})(?: tokens)? in the completion/i);
  if (context !== null) numbers.contextLength = context;
  if (input !== null) numbers.inputTokens = input;
  if (max !== null) numbers.maxTokens = max;
  return numbers;
}

function contextIn(text: string): number | null {
  const named = /context (?:length|size|window)/i.exec(text);
  if (named === null) return null;
  return numberAfter(text.slice(named.index + named[0].length), /^(?: \w{1,20})? (\d{1,12})/);
}

function numberAfter(text: string, pattern: RegExp): number | null {
  const digits = pattern.exec(text.replaceAll(/(\d),(?=\d{3})/g, '$1'))?.[1];
  return digits === undefined ? null : Number(digits);
}

import { AppError, type AppErrorData, type ErrorCode } from '../../preload/contract/errors.ts';

type Details = Record<string, string | number | boolean>;
type Fields = Readonly<Record<string, unknown>>;

/** What a server said went wrong, whatever the shape it said it in. */
export interface ServerWords {
  readonly text: string;
  readonly type: string;
  readonly code: string;
  readonly inputTokens: number | null;
  readonly contextLength: number | null;
}

const longestWords = 2000;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/**
 * Reads the known error shapes from parsed JSON: `{error: {...}}`, `{error: "..."}`, flat
 * `{object: "error", message}`, `{detail: ...}` (a text or a list with `msg`).
 * @returns null when the value is not an error in any of them
 */
export function readErrorShape(value: unknown): ServerWords | null {
  if (!isFields(value)) return null;
  if (value.error !== undefined && value.error !== null && value.error !== false) {
    if (isFields(value.error)) return fromFields(value.error, word(value.error.message));
    const text = word(value.error) || word(value.message) || JSON.stringify(value.error);
    return fromFields(value, text);
  }
  if (value.object === 'error' || (typeof value.message === 'string' && !('choices' in value))) {
    return fromFields(value, word(value.message));
  }
  if (value.detail !== undefined && value.detail !== null) {
    return fromFields(value, detailText(value.detail));
  }
  return null;
}

function fromFields(fields: Fields, text: string): ServerWords {
  return {
    text: (text || JSON.stringify(fields)).slice(0, longestWords),
    type: word(fields.type),
    code: word(fields.code),
    inputTokens: count(fields.n_prompt_tokens),
    contextLength: count(fields.n_ctx),
  };
}

function detailText(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return JSON.stringify(detail);
  return detail
    .map((entry: unknown) => {
      if (!isFields(entry)) return word(entry);
      const place = Array.isArray(entry.loc) ? `${entry.loc.join('.')}: ` : '';
      return `${place}${word(entry.msg)}`;
    })
    .join('; ');
}

/** The server's words in an answer's body: JSON in a known shape, plain text, or the text of a page. */
export function readErrorBody(body: string): ServerWords {
  const trimmed = body.trim();
  try {
    const value: unknown = JSON.parse(trimmed);
    const read = readErrorShape(value);
    if (read !== null) return read;
  } catch {
    // Not JSON: the words are the text itself.
  }
  const text = trimmed.startsWith('<') ? pageText(trimmed) : trimmed;
  return fromFields({}, text.slice(0, longestWords) || ' ');
}

function pageText(html: string): string {
  return html
    .slice(0, 20_000)
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * The error for an answer with a status of 400 or more.
 * @param retryAfter Seconds, from the header, or null
 */
export function statusError(
  status: number,
  words: ServerWords,
  host: string,
  retryAfter: number | null = null,
): AppError {
  const details: Details = { status, host, ...saying(words) };
  if (retryAfter !== null) details.retryAfter = retryAfter;
  const retryable = status === 408 || status === 425 || status === 429 || status >= 500;
  const special = status >= 400 ? specialCode(words, status) : null;
  if (special !== null) {
    return new AppError(special, { details: { ...details, ...overflowNumbers(words) } });
  }
  return new AppError(codeOfStatus(status), { details, retryable });
}

/** The error for an error event after the stream had begun; `stream-error` unless it says more. */
export function eventError(words: ServerWords, host: string): AppError {
  const details: Details = { host, ...saying(words) };
  const special = specialCode(words, 400);
  if (special !== null) {
    return new AppError(special, { details: { ...details, ...overflowNumbers(words) } });
  }
  return new AppError('stream-error', { details, retryable: true });
}

function saying(words: ServerWords): Details {
  const text = words.text.trim();
  return text === '' ? {} : { server: text };
}

function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 401:
      return 'http-unauthorized';
    case 403:
      return 'http-forbidden';
    case 404:
      return 'http-not-found';
    case 413:
      return 'request-too-large';
    case 429:
      return 'http-rate-limited';
    default:
      return 'http-status';
  }
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
  const context =
    words.contextLength ??
    numberAfter(words.text, /context (?:length|size|window)(?: \w+)? (\d+)/i);
  const input = words.inputTokens ?? numberAfter(words.text, /(\d+)(?: tokens)? in the messages/i);
  const max = numberAfter(words.text, /(\d+)(?: tokens)? in the completion/i);
  if (context !== null) numbers.contextLength = context;
  if (input !== null) numbers.inputTokens = input;
  if (max !== null) numbers.maxTokens = max;
  return numbers;
}

function numberAfter(text: string, pattern: RegExp): number | null {
  const digits = pattern.exec(text.replaceAll(/(\d),(?=\d{3})/g, '$1'))?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Seconds from a `Retry-After` header (RFC 9110 section 10.2.3: seconds or a date), or null. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header.trim())) return Number(header.trim());
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

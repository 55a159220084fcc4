import { readBodyStart } from './body-start.ts';
import { textOfPage } from './html-text.ts';
import { readJsonStart } from './json-start.ts';
import { plainLine, withoutSecrets } from './line.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A server's error message, from any known shape. */
export interface ErrorMessage {
  /** One line of plain text, at most 1,000 characters; empty if there was no message. */
  readonly text: string;
  readonly type: string;
  readonly code: string;
  /** Tokens of a prompt that was too long, as llama-server counts them. */
  readonly inputTokens: number | null;
  readonly contextLength: number | null;
}

/** The body of an answer with its content headers. */
export interface ErrorBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Returns the error message in a body: that of JSON in a known shape, the text of a page, or the body itself. Reads
 * only its first 4 KB.
 * @param secrets Secrets of the request, masked in the message.
 */
export function readErrorMessage(answer: ErrorBody, secrets: readonly string[] = []): ErrorMessage {
  const contentType = answer.headers['content-type'] ?? '';
  const { text: sent, cut } = readBodyStart(answer.body, contentType);
  // Masks before and after decoding: markup and escapes may split a secret.
  const text = withoutSecrets(sent, secrets, cut);
  const say = (words: string): string => plainLine(withoutSecrets(words, secrets));
  const begin = text.trimStart().slice(0, 100);
  if (/^[{["]/.test(begin)) {
    const value = readJsonStart(text);
    const read = typeof value === 'string' ? fieldsOf({}, value) : fromValue(value);
    if (read !== null) return { ...read, text: say(read.text === '' ? text : read.text) };
  }
  const isPage = /^<(!doctype|html|head|body|title|h\d|p|div|center|\?xml)\b/i.test(begin);
  const words = isPage || /html/i.test(contentType.slice(0, 200)) ? textOfPage(text) : text;
  return fieldsOf({}, say(words));
}

/**
 * Returns the error in a value, in the shapes `{error: {...}}`, `{error: "..."}`, flat `{object: "error", message}`,
 * `{detail}`.
 * @returns null if the value is no error
 */
export function findError(value: unknown, secrets: readonly string[] = []): ErrorMessage | null {
  if (!isFields(value)) return null;
  const { error, object, message, detail } = value;
  const isError =
    (error !== undefined && error !== null && error !== false) ||
    object === 'error' ||
    (typeof message === 'string' && !('choices' in value)) ||
    (detail !== undefined && detail !== null);
  if (!isError) return null;
  const read = fromValue(value) ?? fieldsOf({}, '');
  const text = read.text === '' ? JSON.stringify(error ?? value) : read.text;
  return { ...read, text: plainLine(withoutSecrets(text, secrets)) };
}

/** Fields in which services and frameworks put the message, the most specific first. */
const sentences = ['message', 'errorMessage', 'detail', 'error', 'title', 'reason', 'errors'];
const deepest = 4;
/** Maximum findings reported. */
const mostFindings = 10;

function fromValue(value: unknown): ErrorMessage | null {
  if (!isFields(value)) {
    return Array.isArray(value) ? fieldsOf({}, sentenceIn(value, deepest)) : null;
  }
  const { error } = value;
  return fieldsOf(isFields(error) ? error : value, sentenceIn(value, deepest));
}

function sentenceIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (depth === 0) return '';
  if (Array.isArray(value)) {
    const findings = value.slice(0, mostFindings).map((entry) => finding(entry, depth - 1));
    return findings.filter((text) => text !== '').join('; ');
  }
  if (!isFields(value)) return '';
  // RFC 6749, section 5.2: the code is no sentence, but worth showing.
  const { error, error_description: description } = value;
  if (typeof description === 'string' && description !== '') {
    return typeof error === 'string' ? `${error}: ${description}` : description;
  }
  if (isFields(error)) return sentenceIn(error, depth - 1);
  for (const name of sentences) {
    const sentence = sentenceIn(value[name], depth - 1);
    if (sentence !== '') return sentence;
  }
  return '';
}

/** Formats one of several findings; FastAPI's have a place, `loc`, and `msg`. */
function finding(entry: unknown, depth: number): string {
  if (!isFields(entry) || typeof entry.msg !== 'string') return sentenceIn(entry, depth);
  const steps = Array.isArray(entry.loc) ? entry.loc.slice(0, mostFindings) : [];
  const place = steps.filter((step) => typeof step === 'string' || typeof step === 'number');
  return place.length === 0 ? entry.msg : `${place.join('.')}: ${entry.msg}`;
}

function fieldsOf(fields: Fields, text: string): ErrorMessage {
  return {
    text,
    type: word(fields.type),
    code: word(fields.code),
    inputTokens: count(fields.n_prompt_tokens),
    contextLength: count(fields.n_ctx),
  };
}

function word(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? plainLine(String(value), 200)
    : '';
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

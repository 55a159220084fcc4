import { JsonError, parseForeign } from '../../../common/texts/json.ts';
import { AppError, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { BufferedAnswer } from '../../base/network/index.ts';
import { readRefusal, refusalError } from '../../base/network/refusal/index.ts';

/**
 * Converts a server's refusal to an error; its own text stays in `details.server`.
 * @param code the meaning if the status alone does not tell.
 */
export function refusal(answer: BufferedAnswer, code?: ErrorCode): AppError {
  const read = readRefusal(answer);
  return refusalError(read, { code: code ?? codeFor(answer.status, read.words.text) });
}

function codeFor(status: number, words: string): ErrorCode {
  if (status === 409 || (status === 400 && saysTaken(words))) return 'client-id-taken';
  if (status === 400 || status === 422) return 'registration-refused';
  if ([401, 403, 404, 405, 501].includes(status)) return 'registration-unavailable';
  return status === 429 ? 'http-rate-limited' : 'http-status';
}

/** RFC 7591 has no code for it; Keycloak says "Client Identifier in use". */
function saysTaken(words: string): boolean {
  return (
    /client[ _-]?id(entifier)?\b/i.test(words) && /\b(in use|taken|exists|duplicate)/i.test(words)
  );
}

/** @throws AppError `answer-not-json` */
export function readJson(answer: BufferedAnswer): unknown {
  const value = jsonIn(answer);
  if (value === undefined) {
    throw new AppError('answer-not-json', { details: { host: hostOf(answer) } });
  }
  return value;
}

/** An answer about a client may contain anything else: limited only to what recursion can handle. */
const levels = 500;

/** Undefined if the body is not JSON. */
export function jsonIn(answer: BufferedAnswer): unknown {
  const text = new TextDecoder().decode(answer.body);
  try {
    return parseForeign(text, levels, numbersAsText);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Fields that are texts but come as numbers from some servers: JavaScript's numbers lose 20 digits. */
const texts = new Set(['client_id', 'client_secret', 'clientId', 'secret', 'value']);

function numbersAsText(key: string, value: unknown, source: string | undefined): unknown {
  return typeof value === 'number' && texts.has(key) ? (source ?? String(value)) : value;
}

export function isGood({ status }: BufferedAnswer): boolean {
  return status >= 200 && status < 300;
}

export function hostOf(answer: BufferedAnswer): string {
  return new URL(answer.url).host;
}

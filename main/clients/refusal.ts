import { AppError, type ErrorCode } from '../../preload/contract/errors.ts';
import { NotJson, parseForeign } from '../../preload/contract/json.ts';
import type { BufferedAnswer } from '../network/index.ts';
import { readRefusal, refusalError } from '../network/refusal/index.ts';

/**
 * Says in the app's terms why a server did not do what it was asked; its own words stay in `details.server`.
 * @param code What it means where the status alone does not tell.
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
  const value = parse(new TextDecoder().decode(answer.body));
  if (value === undefined) {
    throw new AppError('answer-not-json', { details: { host: hostOf(answer) } });
  }
  return value;
}

/** Undefined where the text is not JSON. */
function parse(text: string): unknown {
  try {
    return parseForeign(text);
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

export function hostOf(answer: BufferedAnswer): string {
  return new URL(answer.url).host;
}

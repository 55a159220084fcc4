import * as z from 'zod';
import { AppError, type ErrorCode } from '../../preload/contract/errors.ts';
import type { BufferedAnswer } from '../network/index.ts';

/** Client registration error response (RFC 7591, section 3.2.2). */
const errorResponse = z.object({ error: z.string(), error_description: z.string().nullish() });

const longestWords = 2000;

/**
 * Says in the app's terms why a server did not do what it was asked; its own words stay in `details.server`.
 * @param code What it means where the status alone does not tell.
 */
export function refusal(answer: BufferedAnswer, code?: ErrorCode): AppError {
  const { status } = answer;
  const words = serverWords(answer);
  const host = hostOf(answer);
  return new AppError(code ?? codeFor(status, words), {
    details: { host, status, ...(words === '' ? {} : { server: words }) },
    retryable: status === 429 || status >= 500,
  });
}

function codeFor(status: number, words: string): ErrorCode {
  if (status === 409 || (status === 400 && saysTaken(words))) return 'client-id-taken';
  if (status === 400 || status === 422) return 'registration-refused';
  if ([401, 403, 404, 405, 501].includes(status)) return 'registration-unavailable';
  return status === 429 ? 'http-rate-limited' : 'http-status';
}

/** RFC 7591 has no code for it; Keycloak says "Client Identifier in use". */
function saysTaken(words: string): boolean {
  return /client[ _-]?id(entifier)?\b.*\b(in use|taken|exists|duplicate)/i.test(words);
}

function serverWords(answer: BufferedAnswer): string {
  const text = new TextDecoder().decode(answer.body).trim();
  const read = errorResponse.safeParse(parse(text));
  const words = read.success
    ? [read.data.error, read.data.error_description].filter(Boolean).join(': ')
    : text;
  return words.slice(0, longestWords);
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
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function hostOf(answer: BufferedAnswer): string {
  return new URL(answer.url).host;
}

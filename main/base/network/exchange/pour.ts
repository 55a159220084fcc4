import type { Readable } from 'node:stream';
import { AppError } from '../../../../preload/contract/errors.ts';

/** What is known of an answer before its body. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Looks at an answer, and returns what takes its body piece by piece; each piece waits for the one before. */
export type Into = (head: AnswerHead) => Promise<(piece: Uint8Array) => Promise<void>>;

type Streamed = AnswerHead & { readonly url: string; readonly body: Uint8Array | Readable };

/**
 * Hands the body of a 2xx answer on, and collects that of another one.
 * @throws AppError `answer-encoding` for a compressed body, `answer-too-large` for one that is collected; errors of
 * `into`
 */
export async function pour<A extends Streamed>(
  answer: A,
  into: Into,
  maxBytes: number,
): Promise<Omit<A, 'body'> & { readonly body: Uint8Array }> {
  const { status, headers, url, body } = answer;
  const { host } = new URL(url);
  if (body instanceof Uint8Array) return { ...answer, body };
  const isGood = status >= 200 && status < 300;
  const parts: Uint8Array[] = [];
  let size = 0;
  const collect = async (piece: Uint8Array): Promise<void> => {
    size += piece.length;
    if (size > maxBytes) throw new AppError('answer-too-large', { details: { host, maxBytes } });
    parts.push(piece);
  };
  try {
    if (isGood) requirePlain(headers, host);
    const take = isGood ? await into({ status, headers }) : collect;
    for await (const piece of body as AsyncIterable<Uint8Array>) await take(piece);
  } finally {
    body.on('error', () => undefined).destroy();
  }
  return { ...answer, body: Buffer.concat(parts) };
}

/** A file would be stored compressed. @throws AppError `answer-encoding` */
function requirePlain(headers: AnswerHead['headers'], host: string): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || /^(identity)?$/i.test(encoding.trim())) return;
  const details = { host, encoding: encoding.slice(0, 100), reason: 'unknown' };
  throw new AppError('answer-encoding', { details });
}

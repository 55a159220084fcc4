import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { parseJson } from '../../../common/texts/json.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { largestShown } from '../../../preload/contract/work/console-limits.ts';
import type { StreamedAnswer } from '../../base/network/index.ts';
import { createLines, type Lines } from './lines.ts';
import type { SentAnswer } from './sending.ts';

export type BodyKind = 'empty' | 'json' | 'text' | 'image' | 'events' | 'binary';

/** What is kept of a body while it arrives. */
export interface Received {
  /** Bytes on the wire. */
  size: number;
  kept: Uint8Array;
  whole: boolean;
  kind: BodyKind;
  readonly lines: Lines | null;
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/** Returns the type of a body without parameters, in small letters. */
export function typeOf({ headers }: Pick<StreamedAnswer, 'headers'>): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';');
  return type.trim().toLowerCase().slice(0, 200);
}

const eventTypes =
  /^(text\/event-stream|application\/(x-)?(ndjson|jsonl|jsonlines|json-seq|x-json-stream))$/;

export function startReceiving(answer: SentAnswer): Received {
  const isEvents = eventTypes.test(typeOf(answer));
  return {
    ...{ size: 0, kept: new Uint8Array(), whole: !answer.cut, kind: 'empty' },
    lines: isEvents ? createLines() : null,
  };
}

/**
 * Takes the body as it comes: the beginning of it, or the last lines of a stream of events, stay in memory.
 * @param report called after each piece
 * @throws AppError of the network; `answer-encoding`
 */
export async function receive(
  answer: SentAnswer,
  received: Received,
  report: () => void,
): Promise<void> {
  const { lines } = received;
  const kept: Uint8Array[] = [];
  let keptSize = 0;
  const enough = new AbortController();
  const count = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const piece of source) {
      received.size += piece.length;
      yield piece;
    }
  };
  const take = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const piece of source) {
      if (lines !== null) {
        lines.add(piece);
        received.kind = 'events';
      } else {
        const fits = piece.subarray(0, largestShown - keptSize);
        kept.push(fits);
        keptSize += fits.length;
        if (fits.length < piece.length) {
          received.whole = false;
          enough.abort();
        }
      }
      report();
      if (enough.signal.aborted) return;
    }
  };
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decoder = decoders[encoding];
  const options = { signal: enough.signal };
  try {
    const { body } = answer;
    if (decoder === undefined) await pipeline(body, count, take, options);
    else await pipeline(body, count, decoder(), take, options);
  } catch (cause) {
    // The beginning of a packed body has no end.
    if (!enough.signal.aborted && !(answer.cut && isOfDecoder(cause)))
      throw failureOf(cause, answer, encoding);
  } finally {
    answer.body.on('error', () => undefined).destroy();
    lines?.end();
    received.kept = Buffer.concat(kept);
    if (lines === null) received.kind = kindOf(typeOf(answer), received.kept);
  }
}

function isOfDecoder(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return !(cause instanceof AppError) && /^(Z_|ERR__|ERR_BROTLI|ERR_BUFFER)/.test(code);
}

function failureOf(cause: unknown, { url }: StreamedAnswer, encoding: string): unknown {
  if (!isOfDecoder(cause)) return cause;
  const details = { host: new URL(url).host, encoding: encoding.slice(0, 100), reason: 'damaged' };
  return new AppError('answer-encoding', { details, cause });
}

/** The type that a server says, unless the bytes contradict it. */
function kindOf(type: string, bytes: Uint8Array): BodyKind {
  if (bytes.length === 0) return 'empty';
  if (/^image\/(png|jpeg|gif|webp)$/.test(type)) return 'image';
  const text = plainText(bytes);
  if (text === null) return 'binary';
  if (/[/+]json$/.test(type)) return 'json';
  const mayBeJson = type === '' || type === 'text/plain' || type === 'application/octet-stream';
  return mayBeJson && isJson(text) ? 'json' : 'text';
}

/** Returns a text in UTF-8; null for anything else. The end may be cut in a character. */
function plainText(bytes: Uint8Array): string | null {
  if (bytes.subarray(0, 4096).includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text.slice(0, 1000)) || text.length > 1024 * 1024) return false;
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

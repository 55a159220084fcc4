import type { IncomingMessage } from 'node:http';
import { Refused } from './refusal.ts';

/** Bytes of bodies that are held at once, of all programs together. */
const mostHeld = 128 * 1024 * 1024;
/** Bytes of one body, as the document of the generative AI service allows. */
export const largestBody = 32 * 1024 * 1024;

/** What bodies take of the memory, over all requests. */
export interface Held {
  bytes: number;
}

/**
 * Reads a request's body, and gives its memory back when the request has ended. The time for it is limited by the
 * server. @throws Refused
 */
export async function readBody(request: IncomingMessage, held: Held): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  request.once('close', () => {
    held.bytes -= size;
  });
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.length;
    held.bytes += piece.length;
    if (size > largestBody) throw new Refused(413, 'too-large', 'A body has at most 32 MB.');
    if (held.bytes > mostHeld) throw new Refused(503, 'busy', 'Too many large requests at once.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** Headers of an answer that pass: none sets cookies, leads elsewhere, or tells of the server. */
const passing = [
  'content-type',
  'content-encoding',
  'content-language',
  'content-disposition',
  'etag',
  'last-modified',
  'retry-after',
  'x-request-id',
];

export function passedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const passed: Record<string, string> = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  for (const name of passing) {
    const value = headers[name];
    if (value !== undefined) passed[name] = value;
  }
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-ratelimit-')) passed[name] = value;
  }
  return passed;
}

/** A redirect could lead a program, or its key, to another server. @throws Refused */
export function requireNoRedirect(status: number): void {
  if (status < 300 || status > 399 || status === 304) return;
  throw new Refused(502, 'redirect', `The service redirects (${status}). That is not followed.`);
}

import type { IncomingMessage } from 'node:http';
import { Refused } from './refusal.ts';

/** Bytes of bodies that are held at once, of all programs together. */
const mostHeld = 128 * 1024 * 1024;
/** Bytes of one body, as the document of the generative AI service allows. */
export const largestBody = 32 * 1024 * 1024;

/** Reads bodies of requests, and bounds what they take of the memory together. */
export function createBodies() {
  const sizes = new Map<IncomingMessage, number>();
  let held = 0;
  return {
    /**
     * Reads a request's body, which counts until it is released. The time for it is limited by the server.
     * @throws Refused
     */
    async read(request: IncomingMessage): Promise<Uint8Array> {
      const pieces: Buffer[] = [];
      let size = 0;
      // The connection stays for the refusal.
      for await (const piece of request.iterator({ destroyOnReturn: false })) {
        const bytes = piece as Buffer;
        size += bytes.length;
        held += bytes.length;
        sizes.set(request, size);
        if (size > largestBody) throw new Refused(413, 'too-large', 'A body has at most 32 MB.');
        if (held > mostHeld) throw new Refused(503, 'busy', 'Too many large requests at once.');
        pieces.push(bytes);
      }
      return Buffer.concat(pieces, size);
    },
    /** The call has ended. */
    release(request: IncomingMessage): void {
      held -= sizes.get(request) ?? 0;
      sizes.delete(request);
    },
  };
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

/** @param masked removes secrets from a value, which a server may repeat there as well */
export function passedHeaders(
  headers: Readonly<Record<string, string>>,
  masked: (value: string) => string,
): Record<string, string> {
  const passed: Record<string, string> = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  for (const name of passing) {
    const value = headers[name];
    if (value !== undefined) passed[name] = masked(value);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('x-ratelimit-')) passed[name] = masked(value);
  }
  return passed;
}

/** A redirect could lead a program, or its key, to another server. @throws Refused */
export function requireNoRedirect(status: number): void {
  if (status < 300 || status > 399 || status === 304) return;
  throw new Refused(502, 'redirect', `The service redirects (${status}). That is not followed.`);
}

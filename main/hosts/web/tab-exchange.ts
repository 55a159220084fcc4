import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The provider's origin, and the one at which a tab shows its pages. */
export interface Origins {
  readonly provider: string;
  readonly own: string;
}

/** Maximum bytes of a request; also the gateway's limit. */
const maxBody = 16 * 1024 * 1024;
/** Content types that may contain addresses of the provider's own pages. */
const rewritten = /^(?:text\/|application\/(?:xhtml\+xml|json|javascript|manifest\+json))/i;
/** Characters that continue a host name, port or user: then it is another origin that starts like the provider's. */
const goesOn = /[\w.:@%-]/;
/** Characters of a page rewritten at once: some thousand addresses at most. */
const pieceLength = 64 * 1024;

/**
 * Restrictions of every page besides the provider's own policy: no requests to other origins, nothing cached, no
 * referrer. No Connection-Allowlist: under it Chromium follows no redirect, not even to the page's own origin.
 */
const held = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
};
const policy =
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; base-uri 'self'; form-action 'self'; frame-ancestors 'self'";

/** Returns the request as sent to the provider; null if it is too large. */
export async function providerRequest(
  request: IncomingMessage,
  { provider, own }: Origins,
): Promise<Request | null> {
  const { method = 'GET', url = '/' } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (name !== 'cookie' && name !== 'origin' && name !== 'referer' && typeof value === 'string') {
      headers.set(name, value);
    }
  }
  const { origin, referer } = request.headers;
  if (origin === own) headers.set('origin', provider);
  if (referer?.startsWith(`${own}/`)) headers.set('referer', provider + referer.slice(own.length));
  const body = await bodyOf(request);
  if (body === null) return null;
  const sent = method === 'POST' && body.length > 0 ? { body: new Uint8Array(body) } : {};
  // Not resolved against the origin: `//host` and `/\host` would lead to another.
  return new Request(provider + url, { method, headers, ...sent });
}

/** Answers the tab, replacing addresses of the provider's origin by its own. */
export async function sendToTab(
  answer: Response,
  response: ServerResponse,
  { provider, own }: Origins,
): Promise<void> {
  for (const [name, value] of answer.headers) {
    if (!name.startsWith('access-control-')) response.setHeader(name, toOwn(value, provider, own));
  }
  for (const [name, value] of Object.entries(held)) response.setHeader(name, value);
  const theirs = answer.headers.get('content-security-policy');
  response.setHeader('content-security-policy', [
    policy,
    ...(theirs === null ? [] : [withoutUpgrades(toOwn(theirs, provider, own))]),
  ]);
  const body = Buffer.from(await answer.arrayBuffer());
  response.writeHead(answer.status);
  if (!rewritten.test(answer.headers.get('content-type') ?? '')) {
    response.end(body);
    return;
  }
  await pipeline(turnByTurn(unspeculative(withOwn(piecesOf(body), provider, own))), response);
}

/** Byte by byte, whatever the encoding: an origin is ASCII. */
function* piecesOf(body: Buffer): Generator<string> {
  for (let at = 0; at < body.length; at += pieceLength) {
    yield body.toString('latin1', at, at + pieceLength);
  }
}

/** A page may consist of addresses only: other work gets a turn between its pieces. */
async function* turnByTurn(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield Buffer.from(piece, 'latin1');
    await nextTurn();
  }
}

/** @returns null if it exceeds the limit */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  // If it ends early the connection is still needed for the refusal.
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBody) return null;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function toOwn(text: string, provider: string, own: string): string {
  return [...withOwn([text], provider, own)].join('');
}

/** Replaces one origin by the other in pieces of text, also in the forms of scripts and JSON. */
function withOwn(pieces: Iterable<string>, provider: string, own: string): Iterable<string> {
  const escaped = (origin: string): string => origin.replaceAll('/', '\\/');
  return replaced(replaced(pieces, provider, own), escaped(provider), escaped(own));
}

const rules = 'speculationrules';

/**
 * Removes scripts of this type: a browser would load what their rules name, from other servers too, bypassing the
 * policy.
 */
function* unspeculative(pieces: Iterable<string>): Generator<string> {
  let rest = '';
  for (const piece of pieces) {
    const text = (rest + piece).replace(/speculationrules/gi, 'no-speculation');
    const sure = Math.max(0, text.length - rules.length + 1);
    yield text.slice(0, sure);
    rest = text.slice(sure);
  }
  yield rest;
}

/** Checks a possible match at the end of a piece together with the next one. */
function* replaced(pieces: Iterable<string>, from: string, to: string): Generator<string> {
  let rest = '';
  for (const piece of pieces) {
    const text = rest + piece;
    // Matches before this are complete, with the character after them.
    const sure = Math.max(0, text.length - from.length);
    let written = '';
    let done = 0;
    for (let at = text.indexOf(from); at !== -1 && at < sure; at = text.indexOf(from, done)) {
      const end = at + from.length;
      written += text.slice(done, at) + (goesOn.test(text.charAt(end)) ? from : to);
      done = end;
    }
    const end = Math.max(done, sure);
    yield written + text.slice(done, end);
    rest = text.slice(end);
  }
  yield rest === from ? to : rest;
}

/** Removes upgrades, because the tab's own origin has no TLS: it never leaves the computer. */
function withoutUpgrades(theirs: string): string {
  const unwanted = /^\s*(?:upgrade-insecure-requests|block-all-mixed-content)\b/i;
  // Several policies are separated by commas.
  const held = (one: string): string =>
    one
      .split(';')
      .filter((directive) => !unwanted.test(directive))
      .join(';');
  return theirs.split(',').map(held).join(',');
}

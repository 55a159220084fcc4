import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The provider's origin, and the one under which a tab shows its pages. */
export interface Origins {
  readonly provider: string;
  readonly own: string;
}

/** Bytes of a request; the gateway's own bound. */
const maxBody = 16 * 1024 * 1024;
/** What may hold addresses of the provider's own pages. */
const rewritten = /^(?:text\/|application\/(?:xhtml\+xml|json|javascript|manifest\+json))/i;
/** A host name, port or user goes on: another origin that begins like the provider's. */
const goesOn = /[\w.:@%-]/;
/** Characters of a page that are rewritten in one go: some thousand addresses at most. */
const pieceLength = 64 * 1024;

/**
 * Held by every page beside the provider's own policy: nothing is asked of any other origin, nothing is
 * remembered, and where the tab came from is told to nobody. No Connection-Allowlist: Chromium follows no redirect
 * under one, not even to the page's own origin.
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

/** The same request as asked of the provider; null where it is too large. */
export async function requestOf(
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

/** Answers the tab, with addresses of the provider's origin turned into its own. */
export async function send(
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

/** Byte for byte, whatever the encoding: an origin is of ASCII. */
function* piecesOf(body: Buffer): Generator<string> {
  for (let at = 0; at < body.length; at += pieceLength) {
    yield body.toString('latin1', at, at + pieceLength);
  }
}

/** A page may be nothing but addresses: between its pieces main does what else there is. */
async function* turnByTurn(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield Buffer.from(piece, 'latin1');
    await nextTurn();
  }
}

/** @returns null where there is more than the bound */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let length = 0;
  // Where it ends early the connection is still wanted, for the refusal.
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

/** A text in pieces with one origin in the other's place, also as scripts and JSON may write it. */
function withOwn(pieces: Iterable<string>, provider: string, own: string): Iterable<string> {
  const escaped = (origin: string): string => origin.replaceAll('/', '\\/');
  return replaced(replaced(pieces, provider, own), escaped(provider), escaped(own));
}

const rules = 'speculationrules';

/** No script of this type is left: a browser would fetch what its rules name, at other servers too, past the policy. */
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

/** What may have begun at the end of a piece is looked at with the next one. */
function* replaced(pieces: Iterable<string>, from: string, to: string): Generator<string> {
  let rest = '';
  for (const piece of pieces) {
    const text = rest + piece;
    // Before it, one that is there is whole, with the character after it.
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

/** The tab's own origin has no TLS: it never leaves the machine. */
function withoutUpgrades(theirs: string): string {
  const unwanted = /^\s*(?:upgrade-insecure-requests|block-all-mixed-content)\b/i;
  // Several policies stand behind commas.
  const held = (one: string): string =>
    one
      .split(';')
      .filter((directive) => !unwanted.test(directive))
      .join(';');
  return theirs.split(',').map(held).join(',');
}

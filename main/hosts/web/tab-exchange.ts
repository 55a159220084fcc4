import type { IncomingMessage, ServerResponse } from 'node:http';

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
const goesOn = /^[\w.:@%-]/;

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
  const holdsAddresses = rewritten.test(answer.headers.get('content-type') ?? '');
  response.writeHead(answer.status);
  // Byte for byte, whatever the encoding: an origin is of ASCII.
  response.end(
    holdsAddresses ? Buffer.from(toOwn(body.toString('latin1'), provider, own), 'latin1') : body,
  );
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
  // As scripts and JSON may write it, too.
  const [escaped, ownEscaped] = [provider, own].map((one) => one.replaceAll('/', '\\/'));
  return replaced(replaced(text, provider, own), escaped ?? provider, ownEscaped ?? own);
}

function replaced(text: string, from: string, to: string): string {
  const [first = '', ...rest] = text.split(from);
  return first + rest.map((part) => (goesOn.test(part) ? from : to) + part).join('');
}

/** The tab's own origin has no TLS: it never leaves the machine. */
function withoutUpgrades(theirs: string): string {
  const unwanted = /^\s*(?:upgrade-insecure-requests|block-all-mixed-content)\b/i;
  return theirs
    .split(';')
    .filter((directive) => !unwanted.test(directive))
    .join(';');
}

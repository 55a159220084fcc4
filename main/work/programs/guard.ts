import type { IncomingHttpHeaders } from 'node:http';
import { loopbackHosts } from '../../../common/addresses/loopback.ts';
import { Refused } from './refusal.ts';
import type { StoredProgram } from './store.ts';

/** Headers that only browsers send (Fetch Metadata, CORS); Node's own fetch sends `sec-fetch-mode: cors`. */
const ofBrowsers = [
  'origin',
  'referer',
  'cookie',
  'sec-fetch-site',
  'sec-fetch-dest',
  'sec-fetch-user',
  'access-control-request-method',
  'access-control-request-private-network',
];

/**
 * Returns whether a request may come from a web page. No page may call, whatever its origin: a foreign Host header means
 * DNS rebinding. A tunnel may change the port, so only the host's name counts.
 */
function isFromPage(headers: IncomingHttpHeaders): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const mode = headers['sec-fetch-mode'] ?? 'cors';
  return !loopbackHosts.has(host) || mode !== 'cors' || ofBrowsers.some((name) => name in headers);
}

/** Returns the key of `Authorization: Bearer …`; null without one. */
function keyIn({ authorization = '' }: IncomingHttpHeaders): string | null {
  return /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization)?.[1] ?? null;
}

/** Returns whose call it is, also with a key that has ended. @throws Refused for a web page and for strangers */
export function requireOwner(
  headers: IncomingHttpHeaders,
  ownerOf: (key: string) => StoredProgram | null,
): StoredProgram {
  if (isFromPage(headers)) throw new Refused(403, 'web-page', 'Web pages get no answer here.');
  const key = keyIn(headers);
  const program = key === null ? null : ownerOf(key);
  if (program === null) {
    throw new Refused(401, 'no-key', 'Send a key of Compute Desk: Authorization: Bearer …');
  }
  return program;
}

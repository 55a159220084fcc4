import type { IncomingHttpHeaders } from 'node:http';
import { loopbackHosts } from '../../../common/addresses/loopback.ts';

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
export function isFromPage(headers: IncomingHttpHeaders): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '');
  const mode = headers['sec-fetch-mode'] ?? 'cors';
  return !loopbackHosts.has(host) || mode !== 'cors' || ofBrowsers.some((name) => name in headers);
}

/** Returns the key of `Authorization: Bearer …`; null without one. */
export function keyIn({ authorization = '' }: IncomingHttpHeaders): string | null {
  return /^Bearer ([\x21-\x7e]{1,200})$/i.exec(authorization)?.[1] ?? null;
}

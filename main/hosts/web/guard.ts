import type { IncomingMessage } from 'node:http';
import { loopbackHosts } from '../../../common/addresses/loopback.ts';

/** A foreign Host header means DNS rebinding. A tunnel may change the port, so only the name counts. */
export function isLoopbackHost({ headers }: IncomingMessage): boolean {
  return loopbackHosts.has((headers.host ?? '').replace(/:\d+$/, ''));
}

/** A foreign Origin is a page of another site, or of another port. */
export function isOwnOrigin({ headers }: IncomingMessage): boolean {
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}

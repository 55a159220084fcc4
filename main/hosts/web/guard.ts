import type { IncomingMessage } from 'node:http';
import { loopbackHosts } from '../../../common/addresses/loopback.ts';

/** A foreign Host is DNS rebinding. A tunnel may change the port, so the name alone decides. */
export function hostIsLoopback({ headers }: IncomingMessage): boolean {
  return loopbackHosts.has((headers.host ?? '').replace(/:\d+$/, ''));
}

/** A foreign Origin is another site's page, or one of another port. */
export function originIsOurs({ headers }: IncomingMessage): boolean {
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}

import type { ServerResponse } from 'node:http';
import { frameless } from '../content-security-policy.ts';
import { createOneTime, type OneTime } from './one-time.ts';

/**
 * Addresses outside the app that the user's browser goes to next. The app's page itself may reach its own
 * host only (`Connection-Allowlist`), so each leaves by a page of its own, which may go anywhere and
 * holds nothing.
 */
export type Leaving = OneTime<string>;

export const createLeaving = (): Leaving => createOneTime('/leave');

export function sendOn(response: ServerResponse, address: string): void {
  response.writeHead(200, {
    ...frameless,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    refresh: `0; url=${address}`,
  });
  response.end('<!doctype html><title>Compute Desk</title><link rel="icon" href="data:,">');
}

import type { ServerResponse } from 'node:http';
import { frameless } from '../content-security-policy.ts';
import { createOneTime, type OneTime } from './one-time.ts';

/**
 * External addresses that the user's browser opens next. The app's own page may only reach its own host
 * (`Connection-Allowlist`), so each is opened through an empty page of its own without that limit.
 */
export type ExternalRedirects = OneTime<string>;

export const createExternalRedirects = (): ExternalRedirects => createOneTime('/leave');

export function sendRedirect(response: ServerResponse, address: string): void {
  response.writeHead(200, {
    ...frameless,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    refresh: `0; url=${address}`,
  });
  response.end('<!doctype html><title>Compute Desk</title><link rel="icon" href="data:,">');
}

import type { X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bearerToken, type Handler, sendJson } from '../http/server.ts';
import { readClientCertificate } from '../pki/index.ts';
import type { WorkHandler } from '../work/index.ts';
import { webApiDescription } from './description.ts';
import type { Machines } from './machines.ts';

export { createMachines, type Machines } from './machines.ts';

export interface WebApiOptions {
  readonly authority: X509Certificate;
  readonly machines: Machines;
  /** Answers what is asked of jobs, files and commands. */
  readonly work: WorkHandler;
  /** Returns whether an access token was issued by the identity provider and is still valid. */
  readonly acceptsToken: (token: string) => Promise<boolean>;
  /** Status for refused callers: 403 by the spec; some gateways use 401. */
  readonly refusalStatus: 401 | 403;
  readonly onStatus: (route: 'certificate' | 'token') => void;
}

/**
 * The Web API for a client certificate or a bearer token, otherwise 403: `GET {base_url}/status/`, and the jobs, files
 * and commands that such APIs have in the field, and its own description at `/openapi.json`.
 */
export function createWebApi(options: WebApiOptions): Handler {
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'https://127.0.0.1');
    if (url.pathname === '/status') {
      response.writeHead(301, { location: `/status/${url.search}`, 'content-length': 0 });
      response.end();
      return;
    }
    const caller = await identify(request, options);
    if ('refusal' in caller) {
      refuse(response, options.refusalStatus, caller.refusal);
      return;
    }
    if (url.pathname === '/openapi.json' && request.method === 'GET') {
      sendJson(response, 200, webApiDescription);
      return;
    }
    if (url.pathname !== '/status/') {
      if (await options.work(request, response, url)) return;
      sendJson(response, 404, { error: 'not_found', message: `There is no ${url.pathname}` });
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendJson(response, 405, { error: 'method_not_allowed' }, { allow: 'GET, HEAD' });
      return;
    }
    options.onStatus(caller.route);
    sendJson(response, 200, options.machines.list(), { 'cache-control': 'no-store' });
  };
}

type Caller = { readonly route: 'certificate' | 'token' } | { readonly refusal: string };

const certificateRefusals = {
  none: 'Neither a client certificate nor an access token was presented.',
  expired: 'The client certificate is not valid at this time.',
  foreign: 'The client certificate was not issued by the authority of this system.',
  'wrong-purpose': 'The certificate is not meant for client authentication.',
} as const;

async function identify(request: IncomingMessage, options: WebApiOptions): Promise<Caller> {
  const certificate = readClientCertificate(request, options.authority);
  if (certificate.kind === 'accepted') return { route: 'certificate' };
  const token = bearerToken(request);
  if (token === undefined) return { refusal: certificateRefusals[certificate.kind] };
  if (await options.acceptsToken(token)) return { route: 'token' };
  return { refusal: 'The access token is not valid or has expired.' };
}

function refuse(response: ServerResponse, status: 401 | 403, message: string): void {
  const error = status === 401 ? 'unauthorized' : 'forbidden';
  sendJson(
    response,
    status,
    { error, message, system: 'Compute Desk demo' },
    status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  );
}

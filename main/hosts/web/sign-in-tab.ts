import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SignInTabOptions } from '../../base/sign-in-ports.ts';
import { frameless } from '../content-security-policy.ts';
import { createOneTime } from './one-time.ts';
import { isSecret, randomToken } from './proof.ts';
import { providerRequest, sendToTab } from './tab-exchange.ts';

/** Host names of tabs; browsers treat `localhost` and its subdomains as loopback. */
const nameOfTab = /^sign-in-[0-9a-f]{32}\.localhost$/;
const cookieName = 'compute-desk-tab';
const methods = new Set(['GET', 'HEAD', 'POST']);

/** Answers strangers and late requests. */
export type RefuseTab = (response: ServerResponse, status: number) => void;

/** One tab's origin: an unguessable host name, and a cookie there for one browser. */
export interface Tab {
  /** Host name without port. */
  readonly name: string;
  /** Returns the tab's path that admits one browser, once. */
  entrance(): string;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

export function createTab(
  options: SignInTabOptions & { readonly trust: (request: IncomingMessage) => void },
  refuse: RefuseTab,
): Tab {
  const { startUrl, onSecondUse } = options;
  const provider = new URL(startUrl).origin;
  const start = startUrl.slice(provider.length);
  const entrances = createOneTime<true>('/enter');
  const used = new Set<string>();
  let cookie: string | null = null;

  function letIn(path: string, response: ServerResponse): void {
    used.add(path);
    cookie = randomToken();
    // Not by a redirect: browsers send no SameSite=Strict cookie with a redirect that began at another site.
    response.writeHead(200, {
      ...frameless,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'set-cookie': `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`,
      refresh: `0; url=${start}`,
    });
    response.end('<!doctype html><title>Compute Desk</title><link rel="icon" href="data:,">');
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const own = `http://${request.headers.host}`;
    const asked = await providerRequest(request, { provider, own });
    if (asked === null) return refuse(response, 413);
    await sendToTab(await options.answer(asked), response, { provider, own });
  }

  return {
    name: `sign-in-${randomBytes(16).toString('hex')}.localhost`,
    entrance: () => entrances.offer(true),
    answer(request, response) {
      const { method = '', url = '' } = request;
      if (method === 'GET' && isTopLevel(request) && entrances.take(url) === true) {
        letIn(url, response);
      } else if (used.has(url)) {
        cookie = null;
        refuse(response, 410);
        onSecondUse();
      } else if (cookie === null || !brings(request, cookie)) {
        refuse(response, 403);
      } else if (!isOfItself(request) || !url.startsWith('/')) {
        refuse(response, 403);
      } else if (!methods.has(method)) {
        refuse(response, 405);
      } else {
        options.trust(request);
        pass(request, response).catch(() => response.destroy());
      }
    },
  };
}

/** Returns the name of the tab that a request is for, even if it has ended; null for any other. */
export function tabNameOf({ headers }: IncomingMessage): string | null {
  // A tunnel may change the port, so only the name counts.
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  return nameOfTab.test(name) ? name : null;
}

function isTopLevel({ headers }: IncomingMessage): boolean {
  return (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

/** Returns whether the tab's own pages or the user made the request, and no worker that would outlive them. */
function isOfItself({ headers }: IncomingMessage): boolean {
  if (headers['service-worker'] !== undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === `http://${headers.host}`;
}

function brings(request: IncomingMessage, cookie: string): boolean {
  return cookiesOf(request).some((one) => isSecret(one, cookie));
}

function cookiesOf({ headers }: IncomingMessage): string[] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name, value = ''] = pair.trim().split('=');
    return name === cookieName ? [value] : [];
  });
}

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SignInTabOptions } from '../../base/host.ts';
import { frameless } from '../content-security-policy.ts';
import { createOneTime } from './one-time.ts';
import { isSecret, randomWord } from './proof.ts';
import { requestOf, send } from './tab-exchange.ts';

/** Host names of tabs, as against any other; `localhost` and what is below it is loopback in browsers. */
const nameOfTab = /^sign-in-[0-9a-f]{32}\.localhost$/;
const cookieName = 'compute-desk-tab';
const methods = new Set(['GET', 'HEAD', 'POST']);

/** What a stranger gets, and who comes too late. */
export type RefuseTab = (response: ServerResponse, status: number) => void;

/** One tab's origin: a host name that nobody can guess, and a cookie there that one browser was given. */
export interface Tab {
  /** Host name without port. */
  readonly name: string;
  /** The path on it that lets a browser in, once. */
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
    cookie = randomWord();
    // Not by a redirect: to one that began at another site, browsers add no cookie of SameSite=Strict.
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
    const asked = await requestOf(request, { provider, own });
    if (asked === null) return refuse(response, 413);
    await send(await options.answer(asked), response, { provider, own });
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

/** The name of a tab that a request is for, one that has ended included; null for any other. */
export function tabNameOf({ headers }: IncomingMessage): string | null {
  // A tunnel may change the port, so the name alone decides.
  const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  return nameOfTab.test(name) ? name : null;
}

function isTopLevel({ headers }: IncomingMessage): boolean {
  return (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

/** Asked for by the tab's own pages or by the user, and by no worker that would outlive them. */
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

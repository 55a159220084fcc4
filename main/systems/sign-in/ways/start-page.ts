import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { LoopbackReply } from '../../../base/network/index.ts';
import { pageHeaders } from '../pages/html-page.ts';
import { attemptDeadline } from '../session/machine.ts';
import { type BrowserRequest, isNavigation } from './loopback.ts';

const folder = '/oauth/start/';
const randomWord = (): string => randomBytes(32).toString('base64url');

/** The page through which the user's browser goes to the provider. */
export interface StartPage {
  /** Returns the next path to it. */
  path(): string;
  /** Returns null if it is not a path of the entrance. */
  answer(visit: BrowserRequest): LoopbackReply | null;
  /** Returns whether this browser came through here. */
  knows(visit: BrowserRequest): boolean;
  /** Removes the cookie. */
  readonly forgetting: Readonly<Record<string, string>>;
}

/**
 * Every user can read a process's arguments, so the browser is started with an address that says nothing about the
 * authorization request and works once: it leads to the provider and sets a cookie that identifies the browser when it
 * returns. If somebody else reads it and is faster, the browser's own, second use ends the attempt.
 * @param options.target the authorization request's address; null until there is one
 * @param options.returnsTo the path of the return, the only one that gets the cookie
 * @param options.used called when the path was used, and there is a new one
 */
export function createStartPage(options: {
  readonly target: () => string | null;
  readonly returnsTo: string;
  readonly used: () => void;
  readonly usedTwice: () => void;
}): StartPage {
  // Cookies are sent to every port of a host: another app's attempt there uses another name.
  const name = `compute-desk-${randomBytes(8).toString('hex')}`;
  const secret = randomWord();
  const cookie = (value: string, seconds: number): Record<string, string> => ({
    'set-cookie': `${name}=${value}; Path=${options.returnsTo}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`,
  });
  const used = new Set<string>();
  let path = folder + randomWord();

  return {
    path: () => path,
    answer(visit) {
      const { pathname, search } = visit.url;
      if (!pathname.startsWith(folder)) return null;
      const target = options.target();
      const isUsed = used.has(pathname);
      if (target === null || search !== '' || (pathname !== path && !isUsed)) {
        return visit.show(404, 'unexpected');
      }
      if (visit.method !== 'GET') return visit.show(405, 'unexpected');
      if (!isNavigation(visit)) return visit.show(503, 'unexpected');
      if (isUsed) {
        options.usedTwice();
        return visit.show(410, 'not-signed-in');
      }
      used.add(pathname);
      path = folder + randomWord();
      options.used();
      const lifetime = Math.ceil(attemptDeadline / 1000);
      return {
        status: 303,
        headers: { ...pageHeaders, ...cookie(secret, lifetime), location: target },
        body: '',
      };
    },
    knows: ({ headers }) =>
      (headers.cookie ?? '').split(';').some((pair) => isSame(pair.trim(), `${name}=${secret}`)),
    forgetting: cookie('', 0),
  };
}

function isSame(said: string, expected: string): boolean {
  const [one, other] = [Buffer.from(said), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]']);

function same(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

/**
 * Who may talk to the web host: a browser that redeemed the one-time launch token and holds the cookie,
 * on a page of this very host. A foreign Host is DNS rebinding, a foreign Origin another site's page.
 * A tunnel may change the port, so the name alone decides, and Origin must equal Host.
 */
export function createGuard() {
  let launchToken: string | null = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  // Cookies are shared between the ports of a host, so the name is this process's own.
  const cookieName = `compute-desk-${randomBytes(6).toString('hex')}`;

  return {
    launchToken: launchToken,
    setCookie: `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`,

    hostIsLoopback(request: IncomingMessage): boolean {
      const host = request.headers.host ?? '';
      return loopbackNames.has(host.replace(/:\d+$/, ''));
    },

    originIsOurs(request: IncomingMessage): boolean {
      const { origin } = request.headers;
      return origin === undefined || origin === `http://${request.headers.host}`;
    },

    hasCookie(request: IncomingMessage): boolean {
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
      return pairs.some((pair) => {
        const at = pair.indexOf('=');
        return pair.slice(0, at) === cookieName && same(pair.slice(at + 1), session);
      });
    },

    /** True once, for the right token. */
    redeem(token: string): boolean {
      if (launchToken === null || !same(token, launchToken)) return false;
      launchToken = null;
      return true;
    },
  };
}

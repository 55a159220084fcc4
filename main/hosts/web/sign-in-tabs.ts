import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Log } from '../../base/host.ts';
import {
  type LoopbackServer,
  refuseUpgrade,
  startLoopbackServer,
} from '../../base/network/index.ts';
import type { SignInTab, SignInTabOptions } from '../../base/sign-in-ports.ts';
import { createOneTime } from './one-time.ts';
import { createTab, type RefuseTab, type Tab, tabNameOf } from './sign-in-tab.ts';

/** The web server's functions for them. */
export interface TabServer extends Pick<LoopbackServer, 'port' | 'trust'> {
  readonly refuse: RefuseTab;
}

/** Time for running answers when a tab's origin ends, ms. */
const longestAnswer = 1_000;

/**
 * Tabs for the identity provider's pages. They are served at the web host's own port, to which an SSH tunnel leads,
 * each under its own host name: for a browser that is another site, whose cookies and storage neither the app nor any
 * other port shares.
 */
export function createSignInTabs(log: Log) {
  const tabs = new Map<string, Tab>();
  const pages = createOneTime<Tab>('/sign-in');
  let server: TabServer | null = null;

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const name = tabNameOf(request);
    if (name === null || server === null) return false;
    const tab = tabs.get(name);
    if (tab === undefined) server.refuse(response, 403);
    else tab.answer(request, response);
    return true;
  };

  return {
    /** Sets the server that serves them. */
    serveBy(given: TabServer): void {
      server = given;
    },

    /** @throws AppError `sign-in-listener-failed`, `sign-in-way-unavailable` */
    async open(options: SignInTabOptions): Promise<SignInTab> {
      if (server === null) throw new AppError('sign-in-way-unavailable');
      const { trust, refuse, port } = server;
      const other = await listenOnIpv6(port, (request, response) => {
        if (!answer(request, response)) refuse(response, 403);
      });
      const trusted = ({ socket }: IncomingMessage): void => {
        trust(socket);
        other?.trust(socket);
      };
      const tab = createTab({ ...options, trust: trusted }, refuse);
      tabs.set(tab.name, tab);
      return {
        page: () => pages.offer(tab),
        async close() {
          tabs.delete(tab.name);
          await other?.close(longestAnswer);
        },
      };
    },

    /**
     * Returns a path's target, once; undefined for any other path, and once its tab has ended.
     * @param host the request's Host header, whose port the browser can reach
     */
    take(path: string, host: string): string | undefined {
      const tab = pages.take(path);
      if (tab === undefined || !tabs.has(tab.name)) return undefined;
      const [port = ''] = /:\d+$/.exec(host) ?? [];
      return `http://${tab.name}${port}${tab.entrance()}`;
    },

    /** Returns whether the request was for a tab, even one that has ended, and answers it. */
    answer,
  };

  /**
   * Also listens on ::1, which browsers try for these names, some of them first: another listener there would be given
   * the entrance. Called before the name is given to anybody. Null if the computer has no IPv6.
   */
  async function listenOnIpv6(
    port: number,
    listener: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<LoopbackServer | null> {
    try {
      return await startLoopbackServer({
        port,
        address: '::1',
        holdsProcess: false,
        answer: listener,
        upgrade: (_request, stream) => refuseUpgrade(stream),
      });
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return null;
      log.error('sign-in-tab-listener', cause);
      throw new AppError('sign-in-listener-failed', { details: { reason: code, port }, cause });
    }
  }
}
export type SignInTabs = ReturnType<typeof createSignInTabs>;

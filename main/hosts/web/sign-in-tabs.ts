import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Log, SignInTab, SignInTabOptions } from '../../base/host.ts';
import {
  type LoopbackServer,
  refuseUpgrade,
  startLoopbackServer,
} from '../../base/network/index.ts';
import { createOneTime } from './one-time.ts';
import { createTab, type RefuseTab, type Tab, tabNameOf } from './sign-in-tab.ts';

/** What the web server lends them. */
export interface TabServer extends Pick<LoopbackServer, 'port' | 'trust'> {
  readonly refuse: RefuseTab;
}

/** ms for what is being answered when a tab's origin ends. */
const longestAnswer = 1_000;

/**
 * Tabs for the identity provider's pages. They are served at the web host's own port, which is the one that
 * an SSH tunnel leads to, each under a host name of its own: to a browser that is another site, with
 * cookies and storage that neither the app nor any other port has.
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
    /** From now on it serves them. */
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
     * Where a path leads, once; undefined for any other path, and when its tab has ended.
     * @param host The Host header of the request, whose port is the one that the browser can reach
     */
    take(path: string, host: string): string | undefined {
      const tab = pages.take(path);
      if (tab === undefined || !tabs.has(tab.name)) return undefined;
      const [port = ''] = /:\d+$/.exec(host) ?? [];
      return `http://${tab.name}${port}${tab.entrance()}`;
    },

    /** True for a request to a tab, one that has ended included; it is answered then. */
    answer,
  };

  /**
   * Browsers try ::1 for these names as well, some of them first: who listened there would be handed the
   * way in. So it is taken before the name is told to anybody. Null where the machine has no IPv6.
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

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Host } from '../../../main/base/host.ts';
import { createWebHost } from '../../../main/hosts/web/index.ts';
import { createWorkers, workerPrograms } from '../../../main/hosts/workers/index.ts';
import { openApp } from '../../../main/open-app.ts';
import type {
  CallInput,
  CallName,
  CallOutput,
  EventName,
} from '../../../preload/contract/index.ts';
import type { Exchange } from '../../../preload/contract/work/console-answers.ts';
import type { ConsoleRequest } from '../../../preload/contract/work/console-requests.ts';

const sender = { id: 'window-1' };

export type ConsoleWorld = Awaited<ReturnType<typeof openConsole>>;

/** The app as a window reaches it. @param validateOutput false: as the product is, which a bench measures */
export async function openConsole(
  dataFolder: string,
  policy?: Host['policy'],
  validateOutput = true,
) {
  const host = await createWebHost({
    ...(policy && { policy }),
    version: '0.0.0',
    dataFolder,
    environment: [],
    workers: createWorkers({
      programs: workerPrograms(new URL('../../../main/app.ts', import.meta.url).href),
      asProcess: ['descriptions'],
    }),
  });
  const opened = openApp(host, { validateOutput });
  const app = await opened.load();
  async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const result = await opened.call(name, input, sender);
    if (!result.ok) throw Object.assign(new Error(result.error.code), result.error);
    return result.value as CallOutput<N>;
  }
  /**
   * Sends a request, confirmed if it must be, and returns its exchange when it has ended and the history has its end:
   * the answer is shown before that.
   */
  async function exchange(systemId: string, request: ConsoleRequest): Promise<Exchange> {
    const { hash } = await call('apiConsole.prepare', { systemId, request });
    const { id } = await call('apiConsole.send', { systemId, request, confirmed: hash });
    await once('consoleHistory.changed', async () => {
      const { entries } = await call('consoleHistory.snapshot', { systemId, find: '' });
      return entries.some((one) => one.id === id && one.durationMs !== null) || null;
    });
    return ended(systemId, id);
  }
  const ended = (systemId: string, id: string): Promise<Exchange> =>
    once('consoleExchange.changed', async () => {
      const found = await call('consoleExchange.snapshot', { systemId, id });
      return found === null || /sending|receiving/.test(found.state) ? null : found;
    });
  /** What `look` finds, now or after a later event. */
  const once = <T>(event: EventName, look: () => Promise<T | null>): Promise<T> =>
    new Promise((resolve, reject) => {
      const again = async (): Promise<void> => {
        const found = await look();
        if (found === null) return;
        stop();
        resolve(found);
      };
      const stop = opened.onEvent((name) => {
        if (name === event) again().catch(reject);
      });
      again().catch(reject);
    });
  return {
    app,
    host,
    call,
    ended,
    exchange,
    async close() {
      await app.close();
      await host.close();
    },
  };
}

/** A request of no description. */
export const bare = (method: string, path: string, more: Partial<ConsoleRequest> = {}) => ({
  ...{ descriptionId: null, operation: null, method, server: null, path },
  ...{ parameters: [], headers: [], body: null },
  ...more,
});

/** A server on loopback whose answers a test gives. */
export async function serving(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ readonly origin: string; readonly server: Server; close(): Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

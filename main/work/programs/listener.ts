import type { IncomingMessage, ServerResponse } from 'node:http';
import { isPortHeld, type LoopbackServer, startLoopbackServer } from '../../base/network/index.ts';

export type ListenProblem = 'taken' | 'failed';

/** Time for running answers to end when the listener closes, ms. */
const patience = 0;
/** Free ports that are tried: what is free at one address may be held at the other. */
const tries = 8;

/** @param trust lifts the limits for strangers, once a key was seen */
export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  trust: () => void,
) => void;

/**
 * The one place where other programs reach the app: 127.0.0.1 and, as `localhost` may mean either, ::1, at a port that
 * stays.
 */
export function createListener(answer: Answer) {
  let servers: readonly LoopbackServer[] = [];

  async function close(): Promise<void> {
    const closing = servers;
    servers = [];
    await Promise.all(closing.map((one) => one.close(patience)));
  }

  async function start(port: number, address: '127.0.0.1' | '::1'): Promise<number> {
    const opened = await startLoopbackServer({
      ...{ port, address, holdsProcess: false },
      answer(request, response) {
        answer(request, response, () => opened.trust(request.socket));
      },
    });
    servers = [...servers, opened];
    return opened.port;
  }

  async function openBoth(port: number): Promise<number | ListenProblem> {
    try {
      const opened = await start(port, '127.0.0.1');
      await start(opened, '::1').catch((cause: unknown) => {
        if (!isWithout(codeOf(cause))) throw cause;
      });
      return opened;
    } catch (cause) {
      await close();
      return isTaken(codeOf(cause)) ? 'taken' : 'failed';
    }
  }

  return {
    /** @param port 0: any free one. @returns the port, or why there is none */
    async open(port: number): Promise<number | ListenProblem> {
      if (port !== 0) return (await isPortHeld(port)) ? 'taken' : openBoth(port);
      let got: number | ListenProblem = 'failed';
      for (let count = 0; count < tries && typeof got !== 'number'; count += 1) {
        got = await openBoth(0);
      }
      // Nobody was told of a port that the system chose.
      return got === 'taken' ? 'failed' : got;
    },
    close,
  };
}

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? '';
/** Windows also reserves ports that nobody holds, and denies them (EACCES): no reason to end keys. */
const isTaken = (code: string): boolean => code === 'EADDRINUSE';
/** A computer may have no IPv6. */
const isWithout = (code: string): boolean => code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';

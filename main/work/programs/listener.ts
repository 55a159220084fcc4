import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LoopbackServer, startLoopbackServer } from '../../base/network/index.ts';

export type ListenProblem = 'taken' | 'failed';

/** Time for running answers to end when the listener closes, ms. */
const patience = 0;

/** @param trust lifts the limits for strangers, once a key was seen */
export type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  trust: () => void,
) => void;

/** The one place where other programs reach the app: 127.0.0.1, at a port that stays. */
export function createListener(answer: Answer) {
  let server: LoopbackServer | null = null;
  return {
    /** @param port 0: any free one. @returns the port, or why there is none */
    async open(port: number): Promise<number | ListenProblem> {
      try {
        const opened = await startLoopbackServer({
          port,
          holdsProcess: false,
          answer(request, response) {
            answer(request, response, () => opened.trust(request.socket));
          },
        });
        server = opened;
        return opened.port;
      } catch (cause) {
        return (cause as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'taken' : 'failed';
      }
    },
    async close(): Promise<void> {
      await server?.close(patience);
      server = null;
    },
  };
}

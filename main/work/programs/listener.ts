import type { RequestListener } from 'node:http';
import { type LoopbackServer, startLoopbackServer } from '../../base/network/index.ts';

export type ListenProblem = 'taken' | 'failed';

/** Time for running answers to end when the listener closes, ms. */
const patience = 0;

/** The one place where other programs reach the app: 127.0.0.1, at a port that stays. */
export function createListener(answer: RequestListener) {
  let server: LoopbackServer | null = null;
  return {
    /** @param port 0: any free one. @returns the port, or why there is none */
    async open(port: number): Promise<number | ListenProblem> {
      try {
        const opened = await startLoopbackServer({
          port,
          holdsProcess: false,
          answer(request, response) {
            // A model may think for minutes before the first byte.
            opened.trust(request.socket);
            answer(request, response);
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

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A Web API whose machines say what the test has them say. */
export interface WatchedPlace {
  readonly address: string;
  /** From now on. @param statuses by machine; null: it answers with errors */
  say(statuses: Readonly<Record<string, string>> | null): void;
  /** How often it was asked. */
  asked(): number;
  close(): Promise<void>;
}

export async function startWatchedPlace(): Promise<WatchedPlace> {
  let said: Readonly<Record<string, string>> | null = {};
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.statusCode = said === null ? 502 : 200;
    response.setHeader('content-type', 'application/json');
    const machines = Object.entries(said ?? {});
    response.end(JSON.stringify(machines.map(([machine, status]) => ({ machine, status }))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    say(statuses) {
      said = statuses;
    },
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

import WebSocket from 'ws';

interface Reply {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly error?: string;
  readonly message?: string;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A connection of WebDriver BiDi. */
export interface Bidi {
  /** Sends a command and gives its result. @throws Error with what the browser refused, or that it is gone */
  send<T = unknown>(method: string, params: object): Promise<T>;
  close(): void;
}

/** Connects to a browser's WebDriver BiDi; `heard` gets its events. */
export async function connectBidi(
  url: string,
  heard: (method: string, params: unknown) => void,
): Promise<Bidi> {
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve).once('error', reject);
  });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  socket.on('message', (data: Buffer) => {
    const reply = JSON.parse(data.toString()) as Reply;
    if (reply.id === undefined) {
      if (reply.method !== undefined) heard(reply.method, reply.params);
      return;
    }
    const one = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.type === 'success') one?.resolve(reply.result);
    else one?.reject(new Error(`${reply.error}: ${reply.message}`));
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser is gone'));
    waiting.clear();
  });
  return {
    send: <T>(method: string, params: object) =>
      new Promise<T>((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve: (result) => resolve(result as T), reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    close: () => socket.close(),
  };
}

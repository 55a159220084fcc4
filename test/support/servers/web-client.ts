import { connectToHost, type HostConnection } from '../../../main/hosts/web/host-connection.ts';
import type {
  CallInput,
  CallName,
  CallOutput,
  EventName,
  EventPayload,
} from '../../../preload/contract/index.ts';
import { decode, encode, type ServerMessage } from '../../../preload/contract/wire.ts';

/** A tab of the web host without a browser: the launch token, the handshake, the one WebSocket. */
export interface WebClient {
  /** Rejects with the error as data, and with `gone` where the host has died. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>;
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): void;
  /** What opens another connection of the same tab. */
  readonly secret: string;
  readonly socket: HostConnection['socket'];
  close(): void;
}

/** The launch token of an address. */
export function tokenOf(url: string): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
}

/**
 * @param url As the web host printed it
 * @param secret What another connection was given; default the launch token of the address
 */
export async function connectWebClient(url: string, secret = tokenOf(url)): Promise<WebClient> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(why: unknown): void }>();
  const listeners = new Map<string, ((payload: never) => void)[]>();
  let lastId = 0;
  let gone = false;
  const hear = (text: string): void => {
    const message = decode(text) as ServerMessage;
    if (message.kind === 'event') {
      for (const listener of listeners.get(message.name) ?? []) listener(message.payload as never);
    } else if (message.kind === 'result') {
      const { result } = message;
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (result.ok) caller?.resolve(result.value);
      else caller?.reject(result.error);
    }
  };
  const maxPayload = 256 * 1024 * 1024;
  const { socket, tabSecret } = await connectToHost({
    origin: new URL(url).origin,
    secret,
    listen: hear,
    maxPayload,
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    gone = true;
    for (const { reject } of waiting.values()) reject('gone');
    waiting.clear();
  });
  return {
    call(name, input) {
      if (gone) return Promise.reject('gone');
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        // what cannot be sent is not waited for: millions of such calls filled the memory of a test
        const message = encode({ id, name, input });
        waiting.set(id, { resolve: (value) => resolve(value as never), reject });
        socket.send(message);
      });
    },
    on(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    secret: secret === tokenOf(url) ? tabSecret : secret,
    socket,
    close: () => socket.terminate(),
  };
}

import { WebSocket } from 'ws';
import type {
  CallInput,
  CallName,
  CallOutput,
  EventName,
  EventPayload,
} from '../../preload/contract/index.ts';
import { decode, encode, type ServerMessage } from '../../preload/contract/wire.ts';

/** A window of the web host without a browser: the launch token, the cookie, the one WebSocket. */
export interface WebClient {
  /** Rejects with the error as data, and with `gone` where the host has died. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>;
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): void;
  close(): void;
}

/** @param url As the web host printed it */
export async function connectWebClient(url: string): Promise<WebClient> {
  const launched = await fetch(url);
  const cookie = launched.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { origin, host } = new URL(url);
  const socket = new WebSocket(`ws://${host}/socket`, { headers: { cookie, origin } });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(why: unknown): void }>();
  const listeners = new Map<string, ((payload: never) => void)[]>();
  let lastId = 0;
  let gone = false;

  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    gone = true;
    for (const { reject } of waiting.values()) reject('gone');
    waiting.clear();
  });
  socket.on('message', (data: Buffer) => {
    const message = decode(data.toString('utf8')) as ServerMessage;
    if (message.kind === 'event') {
      for (const listener of listeners.get(message.name) ?? []) listener(message.payload as never);
      return;
    }
    const { result } = message;
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (result.ok) caller?.resolve(result.value);
    else caller?.reject(result.error);
  });

  return {
    call(name, input) {
      if (gone) return Promise.reject('gone');
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: (value) => resolve(value as never), reject });
        socket.send(encode({ id, name, input }));
      });
    },
    on(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    close: () => socket.terminate(),
  };
}

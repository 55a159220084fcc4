import type { Bridge, CallResult } from '../../preload/contract/bridge.ts';
import { AppError } from '../../preload/contract/errors.ts';
import {
  decode,
  encode,
  idOf,
  largestMessage,
  type ServerMessage,
} from '../../preload/contract/wire.ts';

const lost: CallResult = {
  ok: false,
  error: { code: 'network-reset', details: { host: location.host }, retryable: true },
};

function failed(cause: AppError): CallResult {
  return { ok: false, error: cause.toData() };
}

/** @throws AppError where a call cannot be handed over: main would end the connection, and every other call with it */
function textOf(id: number, name: string, input: unknown): string {
  const text = encode({ id, name, input });
  const size = sizeOf(text);
  if (size <= largestMessage) return text;
  throw new AppError('call-too-large', { details: { size, limit: largestMessage } });
}

/** Bytes on the wire; only of a long text are they counted. */
function sizeOf(text: string): number {
  return text.length * 3 <= largestMessage ? text.length : new Blob([text]).size;
}

/**
 * The web host's transport: one WebSocket to the loopback server that served this page. It connects
 * again by itself; calls that were under way when the connection broke fail with `network-reset`.
 */
export function openSocketBridge(): Bridge {
  const listeners = new Set<(name: string, payload: unknown) => void>();
  const connectionListeners = new Set<(connected: boolean) => void>();
  const waiting = new Map<number, (result: CallResult) => void>();
  const queue: string[] = [];
  let lastId = 0;
  let delay = 250;
  let connected: boolean | undefined;
  let socket = connect();

  function tell(now: boolean): void {
    // the first opening is no return: what was called before it waits in the queue
    const isNews = now ? connected === false : connected !== false;
    connected = now;
    if (!isNews) return;
    for (const listener of connectionListeners) listener(now);
  }

  function connect(): WebSocket {
    const opened = new WebSocket(
      `${location.protocol.replace('http', 'ws')}//${location.host}/socket`,
    );
    opened.addEventListener('open', () => {
      delay = 250;
      for (const text of queue.splice(0)) opened.send(text);
      tell(true);
    });
    opened.addEventListener('message', (message: MessageEvent<string>) => {
      const received = read(opened, message.data);
      if (received === null) return;
      if (received.kind === 'event') {
        for (const listener of listeners) listener(received.name, received.payload);
        return;
      }
      waiting.get(received.id)?.(received.result);
      waiting.delete(received.id);
    });
    opened.addEventListener('close', () => {
      for (const resolve of waiting.values()) resolve(lost);
      waiting.clear();
      queue.length = 0;
      tell(false);
      setTimeout(() => {
        socket = connect();
      }, delay);
      delay = Math.min(delay * 2, 5000);
    });
    return opened;
  }

  /** What cannot be read is the failure of the call that it answers; an event is made up for by new snapshots. */
  function read(from: WebSocket, text: string): ServerMessage | null {
    try {
      return decode(text) as ServerMessage;
    } catch (cause) {
      const id = idOf(text);
      const error = cause instanceof AppError ? cause : new AppError('internal');
      if (id !== null) return { kind: 'result', id, result: failed(error) };
      from.close();
      return null;
    }
  }

  return {
    async invoke(name, input) {
      const id = ++lastId;
      let text: string;
      try {
        text = textOf(id, name, input);
      } catch (cause) {
        if (cause instanceof AppError) return failed(cause);
        throw cause;
      }
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
        else queue.push(text);
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onConnection(listener) {
      connectionListeners.add(listener);
      return () => connectionListeners.delete(listener);
    },
  };
}

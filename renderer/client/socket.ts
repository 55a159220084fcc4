import type { Bridge, CallResult } from '../../preload/contract/bridge.ts';
import { decode, encode, largestMessage, type ServerMessage } from '../../preload/contract/wire.ts';

const lost: CallResult = {
  ok: false,
  error: { code: 'network-reset', details: { host: location.host }, retryable: true },
};

function tooLarge(size: number): CallResult {
  const details = { size, limit: largestMessage };
  return { ok: false, error: { code: 'call-too-large', details, retryable: false } };
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
      const received = decode(message.data) as ServerMessage;
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

  return {
    invoke(name, input) {
      const id = ++lastId;
      const text = encode({ id, name, input });
      const size = sizeOf(text);
      // Main would end the connection, and every other call with it.
      if (size > largestMessage) return Promise.resolve(tooLarge(size));
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

import type { Bridge, CallResult, Connection } from '../../preload/contract/bridge.ts';
import { AppError } from '../../preload/contract/errors.ts';
import {
  decode,
  encode,
  idOf,
  maxMessageBytes,
  type ServerMessage,
} from '../../preload/contract/wire.ts';
import { type Entrance, findEntrance, type Greeting } from './entrance.ts';
import { greetHost } from './greet.ts';

/** Milliseconds between two connection attempts; doubled up to 5 s. */
const shortestDelay = 250;

function failed(cause: AppError): CallResult {
  return { ok: false, error: cause.toData() };
}

/** @throws AppError if a call cannot be serialized: main would end the connection, and every other call with it */
function textOf(id: number, name: string, input: unknown): string {
  const text = encode({ id, name, input });
  const size = sizeOf(text);
  if (size <= maxMessageBytes) return text;
  throw new AppError('call-too-large', { details: { size, limit: maxMessageBytes } });
}

/** Bytes on the wire; only long texts are counted. */
function sizeOf(text: string): number {
  return text.length * 3 <= maxMessageBytes ? text.length : new Blob([text]).size;
}

/**
 * The web host's transport: one WebSocket to the loopback server that served this page. It carries nothing before both
 * ends have proven that they know this tab's secret. It reconnects by itself; calls in progress when the connection
 * broke fail with `network-reset`. Null if the tab has no valid secret: the page that explains this is on its way.
 */
export function openSocketBridge(page: Window): Bridge | null {
  const entrance = findEntrance(page);
  if (entrance === null) {
    page.location.replace('/');
    return null;
  }
  return bridgeThrough(entrance, page.location);
}

function bridgeThrough(entrance: Entrance, location: Location): Bridge {
  const listeners = new Set<(name: string, payload: unknown) => void>();
  const connectionListeners = new Set<(connection: Connection) => void>();
  const waiting = new Map<number, (result: CallResult) => void>();
  const queue: string[] = [];
  let lastId = 0;
  let delay = shortestDelay;
  let connection: Connection | undefined;
  let wasWelcome = false;
  let send: ((text: string) => void) | null = null;
  connect();

  function tell(now: Connection): void {
    // the first connection is not a reconnection: earlier calls wait in the queue
    const isNews = now === 'connected' ? connection !== undefined : true;
    if (now !== connection && isNews) for (const listener of connectionListeners) listener(now);
    connection = now;
  }

  function connect(): void {
    const greeting = entrance.greet();
    // Immediately if possible: the connection then opens while the app still loads.
    if (typeof greeting.path === 'string') connectTo(greeting.path, greeting);
    else void greeting.path.then((path) => connectTo(path, greeting));
  }

  function connectTo(path: string, greeting: Greeting): void {
    const address = `${location.protocol.replace('http', 'ws')}//${location.host}${path}`;
    const socket = new WebSocket(address);
    let unknown = false;
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
    const hear = (text: string): void => {
      const message = read(socket, text);
      if (message?.kind === 'event') {
        for (const listener of listeners) listener(message.name, message.payload);
      } else if (message?.kind === 'result') {
        waiting.get(message.id)?.(message.result);
        waiting.delete(message.id);
      } else if (message?.kind === 'welcome') {
        greeting.welcomed();
        wasWelcome = true;
        delay = shortestDelay;
        tell('connected');
      } else if (message?.kind === 'unknown') unknown = true;
    };
    const run = async (): Promise<void> => {
      const greeted = await greetHost(socket, greeting);
      unknown = greeted === 'unknown';
      if (greeted === 'proven') {
        socket.addEventListener('message', ({ data }: MessageEvent<string>) => hear(data));
        send = (text) => socket.send(text);
        for (const text of queue.splice(0)) send(text);
      }
      await closed;
    };
    const over = (): void => {
      const another = unknown && greeting.unknown();
      // Unsent calls wait for the next secret.
      if (send !== null || !another) {
        const details = { host: location.host };
        const lost = failed(new AppError('network-reset', { details, retryable: true }));
        for (const resolve of waiting.values()) resolve(lost);
        waiting.clear();
        queue.length = 0;
      }
      send = null;
      if (another) {
        connect();
        return;
      }
      if (unknown && !wasWelcome) location.replace('/');
      tell(unknown ? 'refused' : 'lost');
      setTimeout(connect, delay);
      delay = Math.min(delay * 2, 5000);
    };
    run().then(over, (cause: unknown) => {
      socket.close();
      over();
      throw cause;
    });
  }

  /** An unreadable message fails the call that it answers; new snapshots make up for an event. */
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
        if (send === null) queue.push(text);
        else send(text);
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

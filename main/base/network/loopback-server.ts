import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface LoopbackServer {
  readonly port: number;
  /** Lifts the limits for strangers: the other end has proven who it is. */
  trust(stream: Duplex): void;
  /** Stops listening; running answers get `patience` ms to end. */
  close(patience: number): Promise<void>;
}

export interface LoopbackServerOptions {
  /** 0 lets the operating system choose. */
  readonly port: number;
  /** Default 127.0.0.1. */
  readonly address?: '127.0.0.1' | '::1';
  readonly answer: RequestListener;
  /** If absent, an upgrade is answered as a request. */
  readonly upgrade?: (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
  /** Maximum bytes of request line and headers; default 16 KB. */
  readonly maxHeaderSize?: number;
  /** Whether this server alone keeps the process running; default true. */
  readonly holdsProcess?: boolean;
}

/** Simultaneous connections; a browser opens six, and one for each tab's socket. */
const maxStrangers = 128;
/** Timeout for a request to arrive and for an idle connection. */
const patienceWithStrangers = 10_000;

/**
 * Starts an HTTP server on loopback, which every user, port and page of the machine can reach: each connection gets
 * little time and memory, the oldest is dropped if there are too many so that newcomers get in, and none affects
 * another.
 * @throws the cause if it cannot listen
 */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const { port, answer, upgrade, maxHeaderSize = 16 * 1024, holdsProcess = true } = options;
  const address = options.address ?? '127.0.0.1';
  // loaded on first use: an Electron window does not wait for it
  const { createServer } = await import('node:http');
  const server = createServer(
    {
      maxHeaderSize,
      headersTimeout: patienceWithStrangers,
      requestTimeout: patienceWithStrangers,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
    },
    answer,
  );
  server.timeout = patienceWithStrangers;
  const strangers = new Set<Duplex>();
  server.on('connection', (stream) => {
    // Permanent: Node removes its own listener when it hands over a connection for an upgrade.
    stream.on('error', () => stream.destroy());
    strangers.add(stream);
    stream.on('close', () => strangers.delete(stream));
    const [oldest] = strangers;
    if (strangers.size > maxStrangers) oldest?.destroy();
  });
  if (upgrade !== undefined) server.on('upgrade', upgrade);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A connection was not accepted for lack of file descriptors; the next may succeed.
  server.on('error', () => undefined);
  if (!holdsProcess) server.unref();

  let closing: Promise<void> | null = null;
  return {
    port: (server.address() as AddressInfo).port,
    trust(stream) {
      strangers.delete(stream);
      if ('setTimeout' in stream && typeof stream.setTimeout === 'function') stream.setTimeout(0);
    },
    close(patience) {
      closing ??= new Promise((resolve) => {
        const cut = setTimeout(() => {
          server.closeAllConnections();
          for (const stream of strangers) stream.destroy();
        }, patience);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      });
      return closing;
    },
  };
}

/** Ends a connection whose upgrade is refused. */
export function refuseUpgrade(stream: Duplex, status = '403 Forbidden'): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`, () => stream.destroy());
}

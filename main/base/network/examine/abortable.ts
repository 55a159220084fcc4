import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { AppError } from '../../../../preload/contract/errors.ts';
import { noteFacts, type Phase } from '../facts.ts';
import { errors } from '../undici-errors.ts';

/** Waits for a socket with a timeout; its error has facts about the connection's progress. */
export function waitForSocket(
  socket: Socket,
  ready: 'connect' | 'secureConnect',
  { phase, time, signal }: { phase: Phase; time: number; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let peer: Uint8Array | null = null;
    let first: Error | null = null;
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      // Later errors do not matter any more and must not end the process.
      socket.on('error', () => undefined);
    };
    const fail = (error: Error): void => {
      end();
      noteFacts(error, { phase, proxy: null, peer: peer ?? peerOf(socket), earlier: first });
      first ??= error;
      reject(error);
    };
    const stop = (): void => {
      fail(new AppError('cancelled'));
      socket.destroy();
    };
    const timer = setTimeout(() => {
      fail(new errors.ConnectTimeoutError());
      socket.destroy();
    }, time);
    if (ready === 'secureConnect') {
      // Runs before Node checks the certificate: after a rejection it is no longer available.
      socket.prependOnceListener('secure', () => {
        peer = peerOf(socket);
      });
    }
    socket.once(ready, () => {
      end();
      resolve();
    });
    socket.once('error', fail);
    socket.once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
  });
}

function peerOf(socket: Socket): Uint8Array | null {
  return socket instanceof TLSSocket ? (socket.getPeerCertificate()?.raw ?? null) : null;
}

/** @param late handles a result that comes after the end */
export function abortable<T>(
  work: Promise<T>,
  signal: AbortSignal,
  late: (value: T) => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new AppError('cancelled'));
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    work
      .then((value) => {
        if (signal.aborted) late(value);
        resolve(value);
      }, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

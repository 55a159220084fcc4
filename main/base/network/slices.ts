import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/**
 * Beyond its header limit undici's parser creates an error for every remaining header of its input: a 64 KB read of
 * short ones blocks main for a tenth of a second.
 */
const slice = 8 * 1024;
const last = Symbol('last slice');
type Sliced = Socket & { [last]?: Uint8Array };

/** Makes a socket read in slices, and stop once it is destroyed. */
export function readInSlices(socket: Sliced): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    if (socket.destroyed) return null;
    const isMore = size === undefined && socket.readableLength > slice;
    const bytes: unknown = isMore ? read(slice) : read(size);
    if (bytes instanceof Uint8Array) socket[last] = bytes;
    return bytes;
  };
}

/** Returns the last slice read from a socket. */
export const lastSlice = (socket: Sliced): Uint8Array => socket[last] ?? new Uint8Array();

/** Applies `readInSlices` to every socket of a connector. */
export function withSlices(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...made) => {
      const [, socket] = made;
      // undici's own connector passes no socket if it fails
      if (socket) readInSlices(socket);
      callback(...made);
    });
}

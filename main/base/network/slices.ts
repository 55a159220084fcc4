import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/**
 * Past its bound of headers undici's parser makes an error for each one that is left of what it was given: 64 KB of
 * short ones, as sockets give them, hold main for a tenth of a second.
 */
const slice = 8 * 1024;
const last = Symbol('last slice');
type Sliced = Socket & { [last]?: Uint8Array };

/** Has a socket read in slices, and no more once it is destroyed. */
export function inSlices(socket: Sliced): void {
  const read = socket.read.bind(socket);
  socket.read = (size?: number): unknown => {
    if (socket.destroyed) return null;
    const isMore = size === undefined && socket.readableLength > slice;
    const bytes: unknown = isMore ? read(slice) : read(size);
    if (bytes instanceof Uint8Array) socket[last] = bytes;
    return bytes;
  };
}

/** What was read last of a socket that is read in slices. */
export const lastSlice = (socket: Sliced): Uint8Array => socket[last] ?? new Uint8Array();

/** The same of every socket of a connector. */
export function slicing(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...made) => {
      const [, socket] = made;
      // undici's own leaves it out where it fails
      if (socket) inSlices(socket);
      callback(...made);
    });
}

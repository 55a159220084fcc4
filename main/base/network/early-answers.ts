import type { Socket } from 'node:net';

/** How long what has arrived is read after a write failed, ms. */
const readTime = 1_000;

/**
 * Lets the answer of a server be read that refuses a body before it has taken all of it, and closes the connection. What
 * it said has arrived by then, but Node drops it as soon as a write fails: the failure is told once there is no more to
 * read.
 */
export function readBeforeFailing(socket: Socket): void {
  const later =
    (told: (error?: Error | null) => void) =>
    (error?: Error | null): void => {
      if (!error || socket.destroyed || socket.readableEnded) {
        told(error);
        return;
      }
      const tell = (): void => {
        clearTimeout(timer);
        socket.off('end', tell).off('close', tell);
        told(error);
      };
      const timer = setTimeout(tell, readTime);
      socket.once('end', tell).once('close', tell);
    };
  const { _write: write, _writev: writeAll } = socket;
  socket._write = (chunk, encoding, told) => write.call(socket, chunk, encoding, later(told));
  if (writeAll) socket._writev = (chunks, told) => writeAll.call(socket, chunks, later(told));
}

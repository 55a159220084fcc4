import { ignoring } from '../../../../common/ignoring.ts';
import { type SftpClient, SftpRefusal } from './client.ts';
import { type Attributes, kinds, u32, u64 } from './packets.ts';

/** Bytes of one request, which every server answers, and requests that are on the way at once. */
const piece = 32 * 1024;
const atOnce = 32;

/** Uses what a request opened, and closes it. After a failure the channel ends, and closes it too. */
export async function within<T>(
  client: SftpClient,
  open: Promise<{ blob(): Buffer }>,
  use: (handle: Uint8Array) => Promise<T>,
): Promise<T> {
  const handle = Buffer.from((await open).blob());
  const result = await use(handle);
  await client.ask(kinds.close, [handle], kinds.status);
  return result;
}

/** Returns what is said of something; null where nothing is. */
export async function lookAt(
  client: SftpClient,
  kind: typeof kinds.lstat | typeof kinds.stat,
  path: string,
): Promise<Attributes | null> {
  try {
    return (await client.ask(kind, [path], kinds.attributes)).attributes();
  } catch (cause) {
    if (cause instanceof SftpRefusal) return null;
    throw cause;
  }
}

/** Reads bytes in their order, some requests ahead of who takes them. It ends earlier if the file does. */
export async function* readPieces(
  client: SftpClient,
  handle: Uint8Array,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array, void> {
  const waiting: { readonly length: number; readonly bytes: Promise<Uint8Array> }[] = [];
  let next = from;
  for (;;) {
    while (waiting.length < atOnce && next < to) {
      const length = Math.min(piece, to - next);
      const bytes = readPiece(client, handle, next, length);
      void ignoring('who waits for the first one is told', bytes);
      waiting.push({ length, bytes });
      next += length;
    }
    const first = waiting.shift();
    if (first === undefined) return;
    const bytes = await first.bytes;
    if (bytes.length > 0) yield bytes;
    if (bytes.length < first.length) return;
  }
}

/** Whether a file has a first byte. */
export const holdsBytes = async (client: SftpClient, handle: Uint8Array): Promise<boolean> =>
  (await readPiece(client, handle, 0, 1)).length > 0;

/** Reads a piece whole: a server may send less than it was asked for. */
async function readPiece(
  client: SftpClient,
  handle: Uint8Array,
  from: number,
  length: number,
): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let got = 0;
  while (got < length) {
    let bytes: Buffer;
    try {
      const place = [handle, u64(from + got), u32(length - got)];
      bytes = (await client.ask(kinds.read, place, kinds.data)).blob();
    } catch (cause) {
      // It became shorter.
      if (cause instanceof SftpRefusal && cause.status === 1) break;
      throw cause;
    }
    if (bytes.length === 0) break;
    // A copy: it holds no more of its packet than was asked for.
    parts.push(Buffer.from(bytes.subarray(0, length - got)));
    got += bytes.length;
  }
  return parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts);
}

/** Writes bytes, some requests ahead of the server's answers. */
export async function writePieces(
  client: SftpClient,
  handle: Uint8Array,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const waiting: Promise<unknown>[] = [];
  let place = 0;
  for await (const one of pieces) {
    for (let from = 0; from < one.length; from += piece) {
      if (waiting.length >= atOnce) await waiting.shift();
      const bytes = one.subarray(from, from + piece);
      const answer = client.ask(kinds.write, [handle, u64(place), bytes], kinds.status);
      void ignoring('who waits for the first one is told', answer);
      waiting.push(answer);
      place += bytes.length;
    }
  }
  await Promise.all(waiting);
}

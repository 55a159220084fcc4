import { AppError } from '../../../../preload/contract/errors.ts';
import type { Channel } from '../types.ts';
import { kinds, packet, Reader } from './packets.ts';

type Parts = Parameters<typeof packet>[1];
type Waiting = {
  resolve(answer: { readonly kind: number; readonly reader: Reader }): void;
  reject(cause: unknown): void;
};

/** Longest packet of an answer: servers send 34,000 bytes at most, and listings of 100 names. */
const longestPacket = 1024 * 1024;

/** What a server says of a request: 0 done, 1 at its end, 2 not there, 3 not allowed, 4 any other failure. */
export class SftpRefusal extends Error {
  readonly status: number;
  constructor(status: number, words: string) {
    super(words);
    this.status = status;
  }
}

export interface SftpClient {
  /** Returns the answer, which is of the wanted kind. @throws SftpRefusal */
  ask(kind: number, parts: Parts, wanted: number): Promise<Reader>;
}

/** Speaks SFTP version 3, the one that every server knows: paths are bytes with a length, and nothing reads them as a line. */
export async function openSftp(channel: Channel, host: string): Promise<SftpClient> {
  const waiting = new Map<number, Waiting>();
  let rest: Buffer = Buffer.alloc(0);
  let lastId = 0;
  let greeted: Waiting | null = null;
  const fail = (cause: unknown): void => {
    greeted?.reject(cause);
    for (const one of waiting.values()) one.reject(cause);
    waiting.clear();
  };
  const wrong = (found: string): AppError =>
    new AppError('answer-shape', { details: { host, found } });
  const take = (bytes: Buffer): void => {
    const reader = new Reader(bytes);
    const kind = reader.byte();
    if (kind === kinds.version) {
      greeted?.resolve({ kind, reader });
      return;
    }
    const id = reader.number();
    waiting.get(id)?.resolve({ kind, reader });
    waiting.delete(id);
  };
  channel.readable.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    try {
      while (rest.length >= 4) {
        const length = rest.readUInt32BE();
        // A shell that prints at its start breaks the protocol: its text is no length.
        if (length === 0 || length > longestPacket) throw wrong('text before SFTP');
        if (rest.length < 4 + length) break;
        const bytes = rest.subarray(4, 4 + length);
        rest = rest.subarray(4 + length);
        take(bytes);
      }
    } catch (cause) {
      fail(cause instanceof RangeError ? wrong('cut packet') : cause);
    }
  });
  const greeting = new Promise<unknown>((resolve, reject) => {
    greeted = { resolve, reject };
  });
  channel.writable.write(Buffer.from([0, 0, 0, 5, kinds.init, 0, 0, 0, 3]));
  await greeting;

  return {
    async ask(kind, parts, wanted) {
      lastId += 1;
      const id = lastId;
      const answer = new Promise<{ kind: number; reader: Reader }>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
      });
      channel.writable.write(packet(kind, [{ u32: id }, ...parts]));
      const { kind: came, reader } = await answer;
      if (came === kinds.status) {
        const status = reader.number();
        if (status === 0 && wanted === kinds.status) return reader;
        throw new SftpRefusal(status, reader.text());
      }
      if (came !== wanted) throw wrong(`packet ${came}`);
      return reader;
    },
  };
}

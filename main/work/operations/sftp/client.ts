import { AppError } from '../../../../preload/contract/errors.ts';
import type { Channel } from '../types.ts';
import { CutPacket, kinds, packet, Reader } from './packets.ts';

type Parts = Parameters<typeof packet>[1];
type Waiting = {
  resolve(answer: { readonly kind: number; readonly reader: Reader }): void;
  reject(cause: unknown): void;
};

/** Longest packet, bytes: OpenSSH's own bound. Answers are 34,000 bytes at most, and listings of 100 names. */
const longestPacket = 256 * 1024;
/** Extensions that a server names in its greeting, at most. */
const mostExtensions = 100;

/** What a server says of a request: 0 done, 1 at its end, 2 not there, 3 not allowed, 4 any other failure. */
export class SftpRefusal extends Error {
  readonly status: number;
  constructor(status: number, words: string) {
    super(words);
    this.status = status;
  }
}

/** The channel has ended: whoever opened it knows why. */
export class SftpEnded extends Error {}

export interface SftpClient {
  /** Returns the answer, which is of the wanted kind. @throws SftpRefusal, SftpEnded, CutPacket, AppError `answer-shape` */
  ask(kind: number, parts: Parts, wanted: number): Promise<Reader>;
  /** Whether the server named an extension. */
  offers(extension: string): boolean;
}

/** Speaks SFTP version 3, the one that every server knows: paths are bytes with a length, and nothing reads them as a line. */
export async function openSftp(channel: Channel, host: string): Promise<SftpClient> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let greeted: Waiting | null = null;
  let broken: { readonly cause: unknown } | null = null;
  const wrong = (found: string): AppError =>
    new AppError('answer-shape', { details: { host, found } });
  const fail = (cause: unknown): void => {
    broken ??= { cause };
    greeted?.reject(cause);
    for (const one of waiting.values()) one.reject(cause);
    waiting.clear();
  };
  const take = (bytes: Buffer): void => {
    const reader = new Reader(bytes);
    const kind = reader.byte();
    if (kind === kinds.version) {
      if (greeted === null) throw wrong('second greeting');
      greeted.resolve({ kind, reader });
      greeted = null;
      return;
    }
    const id = reader.number();
    const one = waiting.get(id);
    if (one === undefined) throw wrong('answer to nothing');
    waiting.delete(id);
    one.resolve({ kind, reader });
  };
  const read = packetsOf(take, () => wrong('text before SFTP'));
  channel.readable.on('data', (piece: Buffer) => {
    if (broken !== null) return;
    try {
      read(piece);
    } catch (cause) {
      fail(cause);
      // Whatever else comes is not read.
      channel.readable.pause();
    }
  });
  channel.readable.on('close', () => fail(new SftpEnded()));
  const greeting = new Promise<{ reader: Reader }>((resolve, reject) => {
    greeted = { resolve, reject };
  });
  channel.writable.write(Buffer.from([0, 0, 0, 5, kinds.init, 0, 0, 0, 3]));
  const extensions = readGreeting((await greeting).reader, wrong);

  return {
    offers: (extension) => extensions.has(extension),
    async ask(kind, parts, wanted) {
      if (broken !== null) throw broken.cause;
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

/** Returns the extensions that a server has. */
function readGreeting(reader: Reader, wrong: (found: string) => AppError): ReadonlySet<string> {
  const version = reader.number();
  if (version !== 3) throw wrong(`SFTP version ${version}`);
  const extensions = new Set<string>();
  while (!reader.isAtEnd()) {
    extensions.add(reader.text());
    reader.blob();
    if (extensions.size > mostExtensions) throw wrong('extensions');
  }
  return extensions;
}

/** Returns what cuts bytes into packets. */
function packetsOf(take: (bytes: Buffer) => void, wrong: () => AppError) {
  let parts: Buffer[] = [];
  let held = 0;
  /** Bytes with which there is something to do. */
  let needed = 4;
  return (piece: Buffer): void => {
    parts.push(piece);
    held += piece.length;
    if (held < needed) return;
    let rest = parts.length === 1 ? piece : Buffer.concat(parts);
    needed = 4;
    while (rest.length >= 4) {
      const length = rest.readUInt32BE();
      // A shell that prints at its start breaks the protocol: its text is no length.
      if (length === 0 || length > longestPacket) throw wrong();
      if (rest.length < 4 + length) {
        needed = 4 + length;
        break;
      }
      take(rest.subarray(4, 4 + length));
      rest = rest.subarray(4 + length);
    }
    parts = rest.length === 0 ? [] : [rest];
    held = rest.length;
  };
}

/** Says what is wrong with an answer; other causes stay as they are. */
export function toAppError(cause: unknown, host: string, path: string): unknown {
  if (cause instanceof CutPacket) {
    return new AppError('answer-shape', { details: { host, found: 'cut packet' }, cause });
  }
  if (!(cause instanceof SftpRefusal)) return cause;
  const server = cause.message.replace(/\p{Cc}/gu, '').slice(0, 1000);
  return new AppError('ssh-file-failed', { details: { host, path, server } });
}

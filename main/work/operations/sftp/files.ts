import { ignoring } from '../../../../common/ignoring.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { requireAbsolute } from '../entries.ts';
import type { FileContent, FileOperations, FileStreams, Part, Remote } from '../types.ts';
import { openSftp, type SftpClient, SftpEnded, toAppError } from './client.ts';
import { holdsBytes, readPieces, within } from './handles.ts';
import { listFolder, removeFolder } from './listing.ts';
import { type Attributes, fileType, isOf, kinds, u32 } from './packets.ts';
import { writeFile } from './writing.ts';

const openToRead = 1;
const noAttributes = u32(0);

/** Files by SFTP: a path goes as it is, whatever stands in it. */
export function createSftpFiles(remote: Remote): FileOperations {
  const { host } = remote;
  const withClient = async <T>(
    path: string,
    use: (client: SftpClient) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    let using: Promise<unknown> = Promise.resolve();
    try {
      return await remote.sftp((channel) => {
        const result = openSftp(channel, host).then(use);
        using = result;
        return result.catch((cause: unknown) => {
          // Who opened the channel says why it has ended.
          if (cause instanceof SftpEnded) return new Promise<never>(() => undefined);
          throw toAppError(cause, host, path);
        });
      }, signal);
    } finally {
      // What had arrived before the end may still be on its way to the disk.
      await ignoring('it is told already', using);
    }
  };
  const at: typeof withClient = async (path, use, signal) => {
    requireAbsolute(path);
    return withClient(path, use, signal);
  };
  const write: FileStreams['write'] = async (_machine, path, content, how, signal) => {
    let left: string | null = null;
    const making = (beside: string): void => {
      left = beside;
    };
    try {
      await at(path, (client) => writeFile(client, path, content, { how, making }), signal);
    } catch (cause) {
      if (left !== null && !isCut(cause)) {
        await ignoring('it may not have been made', removeFile(left));
      }
      throw cause;
    }
  };
  const removeFile = (path: string, signal?: AbortSignal): Promise<void> =>
    at(path, (client) => done(client.ask(kinds.remove, [path], kinds.status)), signal);

  return {
    home: () =>
      withClient('.', async (client) => {
        const answer = await client.ask(kinds.realpath, ['.'], kinds.name);
        answer.number();
        const home = answer.text();
        if (home.startsWith('/')) return home;
        throw new AppError('answer-shape', { details: { host, found: 'home' } });
      }),
    list: (_machine, path, signal) => at(path, (client) => listFolder(client, path, host), signal),
    read: (_machine, path, maxBytes, signal) =>
      at(path, (client) => readWhole(client, path, { host, maxBytes }), signal),
    write: (machine, path, content, how, signal) =>
      write(machine, path, inMemory(content), how, signal),
    makeFolder: (_machine, path, signal) =>
      at(
        path,
        (client) => done(client.ask(kinds.mkdir, [path, noAttributes], kinds.status)),
        signal,
      ),
    async move(_machine, from, to, signal) {
      requireAbsolute(to);
      await at(from, (client) => done(client.ask(kinds.rename, [from, to], kinds.status)), signal);
    },
    remove: (_machine, path, kind, signal) =>
      kind === 'folder'
        ? at(path, (client) => removeFolder(client, path, host), signal)
        : removeFile(path, signal),
    streams: {
      read: (_machine, path, begin, part, signal) =>
        at(path, (client) => readStream(client, path, begin, part), signal),
      write,
    },
  };
}

const done = async (answer: Promise<unknown>): Promise<void> => {
  await answer;
};

/** The way there is gone: nothing is removed by it. */
const isCut = (cause: unknown): boolean =>
  cause instanceof AppError &&
  cause.code !== 'ssh-file-failed' &&
  /^(ssh|network)-/.test(cause.code);

const inMemory = (bytes: Uint8Array): FileContent => ({
  size: bytes.length,
  async *pieces() {
    yield bytes;
  },
});

type Opened = { readonly handle: Uint8Array; readonly found: Attributes };

/** Opens a file, and looks at it. */
function opened<T>(
  client: SftpClient,
  path: string,
  use: (file: Opened) => Promise<T>,
): Promise<T> {
  const open = client.ask(kinds.open, [path, u32(openToRead), noAttributes], kinds.handle);
  return within(client, open, async (handle) => {
    const answer = await client.ask(kinds.fstat, [handle], kinds.attributes);
    const found = answer.attributes();
    // The kernel's own files tell no size, and hold something: they are read to their end. Devices have none.
    const isFile = found.size === 0 && isOf(found, fileType);
    const untold = isFile && (await holdsBytes(client, handle));
    return use({ handle, found: untold ? { ...found, size: null } : found });
  });
}

const readWhole = (
  client: SftpClient,
  path: string,
  { host, maxBytes }: { readonly host: string; readonly maxBytes: number },
): Promise<Uint8Array> =>
  opened(client, path, async ({ handle, found: { size } }) => {
    const pieces: Uint8Array[] = [];
    let got = 0;
    const tooLarge = (): AppError => new AppError('answer-too-large', { details: { host } });
    if ((size ?? 0) > maxBytes) throw tooLarge();
    for await (const piece of readPieces(client, handle, 0, size ?? maxBytes + 1)) {
      pieces.push(piece);
      got += piece.length;
      if (got > maxBytes) throw tooLarge();
    }
    return Buffer.concat(pieces);
  });

/** By its size and time a file is known again. */
const markOf = ({ size, changed }: Attributes): string | null =>
  size === null || changed === null ? null : `${size} ${changed}`;

function readStream(
  client: SftpClient,
  path: string,
  begin: Parameters<FileStreams['read']>[2],
  part: Part | null,
): Promise<void> {
  return opened(client, path, async ({ handle, found }) => {
    const { size } = found;
    const mark = markOf(found);
    const from = beginOf(part, { size, mark });
    const take = await begin({ from, size, mark });
    const to = size ?? Number.MAX_SAFE_INTEGER;
    for await (const piece of readPieces(client, handle, from, to)) await take(piece);
  });
}

function beginOf(
  part: Part | null,
  { size, mark }: { readonly size: number | null; readonly mark: string | null },
): number {
  if (part === null) return 0;
  if ('last' in part) return Math.max(0, (size ?? 0) - part.last);
  const isSame = part.mark === null || part.mark === mark;
  return isSame && (size === null || part.from <= size) ? part.from : 0;
}

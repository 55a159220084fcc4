import { AppError } from '../../../../preload/contract/errors.ts';
import type { FileEntry, FileOperations, Remote } from '../types.ts';
import { openSftp, type SftpClient, SftpRefusal } from './client.ts';
import { type Attributes, kinds, u32, u64 } from './packets.ts';

/** Bytes of one request, which every server answers, and requests that are on the way at once. */
const piece = 32 * 1024;
const atOnce = 16;
/** Entries of a folder that are read, and folders within each other that are removed, at most. */
const mostEntries = 20_000;
const deepest = 64;
const openToRead = 1;
const openToOverwrite = 2 | 8 | 16;
const openToCreate = 2 | 8 | 32;
const noAttributes = u32(0);

/** Files by SFTP: a path goes as it is, whatever stands in it. */
export function createSftpFiles(remote: Remote): FileOperations {
  const { host } = remote;
  function at<T>(
    path: string,
    use: (client: SftpClient) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return remote.sftp(async (channel) => {
      try {
        return await use(await openSftp(channel, host));
      } catch (cause) {
        if (!(cause instanceof SftpRefusal)) throw cause;
        throw new AppError('ssh-file-failed', {
          details: { host, path, server: cause.message.slice(0, 1000) },
        });
      }
    }, signal);
  }
  return {
    home: () =>
      at('.', async (client) => {
        const answer = await client.ask(kinds.realpath, ['.'], kinds.name);
        answer.number();
        return answer.text();
      }),
    list: (_machine, path, signal) => at(path, (client) => listFolder(client, path), signal),
    read: (_machine, path, maxBytes, signal) =>
      at(path, (client) => readFile(client, path, { host, maxBytes }), signal),
    write: (_machine, path, content, how, signal) =>
      at(path, (client) => writeFile(client, path, content, how), signal),
    makeFolder: (_machine, path) =>
      at(path, async (client) => {
        await client.ask(kinds.mkdir, [path, noAttributes], kinds.status);
      }),
    move: (_machine, from, to) =>
      at(from, async (client) => {
        await client.ask(kinds.rename, [from, to], kinds.status);
      }),
    remove: (_machine, path, kind) =>
      at(path, async (client) => {
        if (kind === 'folder') await removeFolder(client, path, 0);
        else await client.ask(kinds.remove, [path], kinds.status);
      }),
  };
}

async function within<T>(
  client: SftpClient,
  open: Promise<{ blob(): Buffer }>,
  use: (handle: Uint8Array) => Promise<T>,
): Promise<T> {
  const handle = Buffer.from((await open).blob());
  const result = await use(handle);
  await client.ask(kinds.close, [handle], kinds.status);
  return result;
}

function readFile(
  client: SftpClient,
  path: string,
  { host, maxBytes }: { readonly host: string; readonly maxBytes: number },
): Promise<Uint8Array> {
  const open = client.ask(kinds.open, [path, u32(openToRead), noAttributes], kinds.handle);
  return within(client, open, async (handle) => {
    const { size } = (await client.ask(kinds.fstat, [handle], kinds.attributes)).attributes();
    if ((size ?? 0) > maxBytes) throw new AppError('answer-too-large', { details: { host } });
    const pieces: Uint8Array[] = [];
    for (let from = 0; from < (size ?? 0); from += piece * atOnce) {
      const places = Array.from({ length: atOnce }, (_, number) => from + number * piece);
      const wanted = places.filter((place) => place < (size ?? 0));
      pieces.push(
        ...(await Promise.all(
          wanted.map((place) =>
            readPiece(client, handle, place, Math.min(piece, (size ?? 0) - place)),
          ),
        )),
      );
    }
    return Buffer.concat(pieces);
  });
}

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
    parts.push(bytes.subarray(0, length - got));
    got += bytes.length;
  }
  return Buffer.concat(parts);
}

async function writeFile(
  client: SftpClient,
  path: string,
  content: Uint8Array,
  how: 'create' | 'overwrite',
): Promise<void> {
  const flags = how === 'create' ? openToCreate : openToOverwrite;
  const opening = client.ask(kinds.open, [path, u32(flags), noAttributes], kinds.handle);
  const open = opening.catch(async (cause: unknown) => {
    // The protocol has no word for a file that is there.
    if (how !== 'create' || !(await exists(client, path))) throw cause;
    const name = path.slice(path.lastIndexOf('/') + 1);
    throw new AppError('file-exists', { details: { name, status: 409 } });
  });
  await within(client, open, async (handle) => {
    for (let from = 0; from < content.length; from += piece * atOnce) {
      const places = Array.from({ length: atOnce }, (_, number) => from + number * piece);
      const wanted = places.filter((place) => place < content.length);
      await Promise.all(
        wanted.map((place) =>
          client.ask(
            kinds.write,
            [handle, u64(place), content.subarray(place, place + piece)],
            kinds.status,
          ),
        ),
      );
    }
  });
}

async function exists(client: SftpClient, path: string): Promise<boolean> {
  try {
    await client.ask(kinds.lstat, [path], kinds.attributes);
    return true;
  } catch (cause) {
    if (cause instanceof SftpRefusal) return false;
    throw cause;
  }
}

function listFolder(client: SftpClient, path: string): Promise<FileEntry[]> {
  const open = client.ask(kinds.opendir, [path], kinds.handle);
  return within(client, open, async (handle) => {
    const entries: FileEntry[] = [];
    while (entries.length < mostEntries) {
      try {
        const answer = await client.ask(kinds.readdir, [handle], kinds.name);
        for (let left = answer.number(); left > 0; left -= 1) {
          const name = answer.text();
          answer.text();
          const attributes = answer.attributes();
          if (name !== '.' && name !== '..') entries.push(entryOf(name, attributes));
        }
      } catch (cause) {
        if (cause instanceof SftpRefusal && cause.status === 1) break;
        throw cause;
      }
    }
    return entries;
  });
}

/** The first bits of a mode, in octal, tell what it is. */
const types = new Map<string, readonly [FileEntry['kind'], string]>([
  ['4', ['folder', 'd']],
  ['10', ['file', '-']],
  ['12', ['link', 'l']],
]);

function entryOf(name: string, { size, permissions, changed }: Attributes): FileEntry {
  const [kind, letter] = types.get(((permissions ?? 0) >> 12).toString(8)) ?? ['other', '?'];
  const bits = [...'rwxrwxrwx'].map((one, at) =>
    ((permissions ?? 0) >> (8 - at)) & 1 ? one : '-',
  );
  return {
    name,
    kind,
    size,
    changedAt: changed === null ? null : changed * 1000,
    mode: permissions === null ? null : `${letter}${bits.join('')}`,
  };
}

/** Removes a folder with what is in it; a link in it goes, never what it leads to. */
async function removeFolder(client: SftpClient, path: string, depth: number): Promise<void> {
  if (depth > deepest) throw new SftpRefusal(4, 'too many folders within each other');
  for (const { name, kind } of await listFolder(client, path)) {
    const inside = `${path}/${name}`;
    if (kind === 'folder') await removeFolder(client, inside, depth + 1);
    else await client.ask(kinds.remove, [inside], kinds.status);
  }
  await client.ask(kinds.rmdir, [path], kinds.status);
}

import { AppError } from '../../../../preload/contract/errors.ts';
import type { FileEntry } from '../types.ts';
import { type SftpClient, SftpRefusal } from './client.ts';
import { lookAt, within } from './handles.ts';
import { type Attributes, isOf, kinds, linkType } from './packets.ts';

/** Entries of a folder that are read at most; a screen shows fewer, and says so. */
const mostEntries = 100_000;
/** Folders within each other that are removed, and times that a folder of more entries is read for it, at most. */
const deepest = 64;
const mostRounds = 100;

export async function listFolder(
  client: SftpClient,
  path: string,
  host: string,
): Promise<FileEntry[]> {
  const open = client.ask(kinds.opendir, [path], kinds.handle);
  return within(client, open, async (handle) => {
    const entries: FileEntry[] = [];
    // Each answer names something, so this ends.
    for (let told = 0; told < mostEntries; ) {
      const answer = await client
        .ask(kinds.readdir, [handle], kinds.name)
        .catch((cause: unknown) => {
          if (cause instanceof SftpRefusal && cause.status === 1) return null;
          throw cause;
        });
      if (answer === null) break;
      const count = answer.number();
      if (count === 0) throw new AppError('answer-shape', { details: { host, found: 'no names' } });
      for (let left = count; left > 0; left -= 1) {
        const name = answer.text();
        answer.text();
        const attributes = answer.attributes();
        if (name !== '.' && name !== '..') entries.push(entryOf(name, attributes));
      }
      told += count;
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

/**
 * Removes a folder with what is in it. A link goes itself, never what it leads to: another program may put one in the
 * place of a folder meanwhile, so each is looked at before and after its names are read (version 3 knows no closer way).
 */
export async function removeFolder(
  client: SftpClient,
  path: string,
  host: string,
  depth = 0,
): Promise<void> {
  if (depth > deepest) throw new SftpRefusal(4, 'too many folders within each other');
  for (let round = 0; round < mostRounds; round += 1) {
    const entries = (await isLink(client, path)) ? null : await listFolder(client, path, host);
    if (entries === null || (await isLink(client, path))) {
      await client.ask(kinds.remove, [path], kinds.status);
      return;
    }
    for (const { name, kind } of entries) {
      if (name === '' || /[/\0]/.test(name)) {
        throw new AppError('answer-shape', { details: { host, found: 'name' } });
      }
      const inside = `${path}/${name}`;
      if (kind === 'folder') await removeFolder(client, inside, host, depth + 1);
      else await client.ask(kinds.remove, [inside], kinds.status);
    }
    // Less than all of it was told.
    if (entries.length < mostEntries - 2) break;
  }
  await client.ask(kinds.rmdir, [path], kinds.status);
}

const isLink = async (client: SftpClient, path: string): Promise<boolean> =>
  isOf(await lookAt(client, kinds.lstat, path), linkType);

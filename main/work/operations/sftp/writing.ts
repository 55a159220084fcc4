import { randomBytes } from 'node:crypto';
import { ignoring } from '../../../../common/ignoring.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { splitAtName } from '../entries.ts';
import type { FileContent } from '../types.ts';
import { type SftpClient, SftpRefusal } from './client.ts';
import { lookAt, within, writePieces } from './handles.ts';
import { type Attributes, folderType, isOf, kinds, linkType, u32 } from './packets.ts';

const openToCreate = 2 | 8 | 32;
const noAttributes = u32(0);
const hasOwner = 2;
const hasPermissions = 4;
const posixRename = 'posix-rename@openssh.com';

/** Where a file is written before it takes its name. */
function placeBeside(path: string): string {
  const { folder } = splitAtName(path);
  const name = `.compute-desk-${randomBytes(8).toString('hex')}.part`;
  return `${folder === '/' ? '' : folder}/${name}`;
}

/**
 * Writes a file beside its place, and gives it its name once it is whole: whatever ends the writing, the name stands for
 * the old content or the new one. What is overwritten keeps its mode, and its group where the server lets it; a link
 * stays. `making` is told what lies there until then.
 */
export async function writeFile(
  client: SftpClient,
  path: string,
  content: FileContent,
  { how, making }: { readonly how: 'create' | 'overwrite'; making(beside: string): void },
): Promise<void> {
  const isNew = how === 'create';
  if (isNew && (await lookAt(client, kinds.lstat, path)) !== null) throw isThere(path);
  const target = isNew ? path : await targetOf(client, path);
  const old = isNew ? null : await lookAt(client, kinds.stat, target);
  // A folder would be moved aside, and could not be removed.
  if (isOf(old, folderType)) throw isThere(path);
  const beside = placeBeside(target);
  making(beside);
  const opened = client.ask(kinds.open, [beside, u32(openToCreate), noAttributes], kinds.handle);
  await within(client, opened, async (handle) => {
    if (old !== null) await keepManners(client, handle, old);
    await writePieces(client, handle, content.pieces());
  });
  if (old === null) await rename(client, beside, target);
  else await replace(client, beside, target);
}

async function keepManners(
  client: SftpClient,
  handle: Uint8Array,
  { owner, permissions }: Attributes,
): Promise<void> {
  if (owner !== null) {
    const { user, group } = owner;
    const parts = [handle, u32(hasOwner), u32(user), u32(group)];
    await client.ask(kinds.fsetstat, parts, kinds.status).catch(unlessRefused);
  }
  if (permissions === null) return;
  const parts = [handle, u32(hasPermissions), u32(permissions & 0o7777)];
  await client.ask(kinds.fsetstat, parts, kinds.status);
}

function unlessRefused(cause: unknown): void {
  if (!(cause instanceof SftpRefusal)) throw cause;
}

/** The protocol has no word for a file that is there. */
const isThere = (path: string): AppError =>
  new AppError('file-exists', { details: { name: splitAtName(path).name, status: 409 } });

/** Gives a file a name that is free. */
async function rename(client: SftpClient, from: string, to: string): Promise<void> {
  try {
    await client.ask(kinds.rename, [from, to], kinds.status);
  } catch (cause) {
    if (cause instanceof SftpRefusal && (await lookAt(client, kinds.lstat, to)) !== null) {
      throw isThere(to);
    }
    throw cause;
  }
}

/** Gives a file the name of another. */
async function replace(client: SftpClient, from: string, to: string): Promise<void> {
  if (client.offers(posixRename)) {
    await client.ask(kinds.extended, [posixRename, from, to], kinds.status);
    return;
  }
  // In two steps: between them the old content has another name.
  const aside = placeBeside(to);
  await rename(client, to, aside);
  try {
    await rename(client, from, to);
  } catch (cause) {
    await ignoring('the first failure is told', rename(client, aside, to));
    throw cause;
  }
  await client.ask(kinds.remove, [aside], kinds.status);
}

/** A link's name stays one: what it leads to is replaced. */
async function targetOf(client: SftpClient, path: string): Promise<string> {
  const found = await lookAt(client, kinds.lstat, path);
  if (!isOf(found, linkType)) return path;
  const answer = await client.ask(kinds.realpath, [path], kinds.name);
  answer.number();
  const target = answer.text();
  return target.startsWith('/') ? target : path;
}

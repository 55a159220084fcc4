import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, extname, isAbsolute, join, resolve } from 'node:path';
import type { StoredServer } from '../../../preload/contract/chat/tool-servers.ts';
import { hashOf } from '../tools/index.ts';
import { bounds } from './bounds.ts';

/** Which program or service a server is. */
export interface Identity {
  /** Hash of all that decides it. */
  readonly identity: string;
  /** SHA-256 of the program's file; null for a service. */
  readonly program: string | null;
  /** The program's file; empty for a service. */
  readonly file: string;
}

/** Files that an interpreter runs. */
const scripts = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.py', '.sh', '.rb', '.pl', '.jar']);

export const folderOf = ({ folder }: { readonly folder: string | null }): string =>
  folder === null ? homedir() : resolve(homedir(), folder.replace(/^~(?=$|[\\/])/, homedir()));

/** Returns the file of a command, as the operating system finds it; null if there is none. */
async function findProgram(command: string, folder: string): Promise<string | null> {
  const isPath = /[\\/]/.test(command);
  const places = (process.env.PATH ?? '').split(delimiter).filter((place) => isAbsolute(place));
  const plain = command.replace(/^~(?=[\\/])/, homedir());
  const files = isPath ? [resolve(folder, plain)] : places.map((place) => join(place, command));
  // Windows finds programs without their ending; its scripts would need a shell.
  const ended =
    process.platform === 'win32' ? files.flatMap((file) => [file, `${file}.exe`]) : files;
  for (const file of ended) {
    if ((await sizeOf(file)) === null) continue;
    try {
      await access(file, constants.X_OK);
      return file;
    } catch {
      // a file that is no program: the next place counts
    }
  }
  return null;
}

/** Returns the size of a plain file; null for anything else. */
async function sizeOf(file: string): Promise<number | null> {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}

async function hashOfFile(file: string): Promise<string | null> {
  const size = await sizeOf(file);
  if (size === null || size > bounds.program) return null;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/**
 * @param revision another one with each change of the target: it stands for the values of its environment and headers
 * @returns null if there is no such program
 */
export async function identify(target: StoredServer, revision: string): Promise<Identity | null> {
  if (target.kind === 'http') {
    const { url, certificate } = target;
    return { identity: hashOf('http', url, certificate, revision), program: null, file: '' };
  }
  const folder = folderOf(target);
  const file = await findProgram(target.command, folder);
  if (file === null) return null;
  const program = await hashOfFile(file);
  const script = target.arguments.find((one) => scripts.has(extname(one).toLowerCase()));
  const code = script === undefined ? null : await hashOfFile(resolve(folder, script));
  const { command, arguments: list } = target;
  const identity = hashOf('stdio', command, list, folder, file, program, code, revision);
  return { identity, program, file };
}

/** Returns the command line or address, for the user. */
export function whereOf(target: StoredServer): string {
  if (target.kind === 'http') return target.url;
  const quoted = [target.command, ...target.arguments].map((one) =>
    /^[^\s"'\\]+$/.test(one) ? one : JSON.stringify(one),
  );
  return quoted.join(' ');
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { homedir } from 'node:os';
import { extname, resolve } from 'node:path';
import type { StoredServer } from '../../../preload/contract/chat/tool-servers.ts';
import { hashOf } from '../tools/index.ts';
import { bounds } from './bounds.ts';
import { findProgram, type Program, sizeOfFile } from './programs.ts';

/** Which program or service a server is. */
export interface Identity {
  /** Hash of all that decides it. */
  readonly identity: string;
  /** SHA-256 of the program's file; null for a service. */
  readonly program: string | null;
  /** What is started; without a file for a service. */
  readonly start: Program;
}

/** Files that an interpreter runs. */
const scripts = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts', '.py', '.sh', '.rb', '.pl', '.jar']);

export const folderOf = ({ folder }: { readonly folder: string | null }): string =>
  folder === null ? homedir() : resolve(homedir(), folder.replace(/^~(?=$|[\\/])/, homedir()));

async function hashOfFile(file: string): Promise<string | null> {
  const size = await sizeOfFile(file);
  if (size === null || size > bounds.program) return null;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/**
 * @param revision another one with each change of the target: it stands for the values of its environment and headers
 * @param issuer of the token that a service is called with
 * @returns `none` if there is no such program, `script` if only Windows' command line can run it
 */
export async function identify(
  target: StoredServer,
  revision: string,
  issuer: string | null,
): Promise<Identity | 'none' | 'script'> {
  if (target.kind === 'http') {
    const { url, certificate } = target;
    const by = issuer === null ? [] : [issuer];
    const identity = hashOf('http', url, certificate, revision, ...by);
    return { identity, program: null, start: { file: '', before: [] } };
  }
  const folder = folderOf(target);
  const start = await findProgram(target.command, folder);
  if (typeof start === 'string') return start;
  const { file, before } = start;
  const program = await hashOfFile(file);
  const code = await Promise.all(
    scriptsIn(target.arguments).map((one) => hashOfFile(resolve(folder, one))),
  );
  const own = await Promise.all(before.map(async (one) => [one, await hashOfFile(one)]));
  const { command, arguments: list } = target;
  const identity = hashOf('stdio', command, list, folder, file, program, ...code, revision, ...own);
  return { identity, program, start };
}

/** Returns the arguments that name a script, also those of an option (`--import=./first.js`). */
const scriptsIn = (all: readonly string[]): string[] =>
  all
    .map((one) => one.replace(/^--?[^=]*=/, ''))
    .filter((one) => scripts.has(extname(one).toLowerCase()));

/** Returns the command line or address, for the user. */
export function whereOf(target: StoredServer): string {
  if (target.kind === 'http') return target.url;
  const quoted = [target.command, ...target.arguments].map((one) =>
    /^[^\s"'\\]+$/.test(one) ? one : JSON.stringify(one),
  );
  return quoted.join(' ');
}

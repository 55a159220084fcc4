import { AppError } from '../../../preload/contract/errors.ts';
import type { Transfer } from '../../../preload/contract/work/files.ts';
import { safeFileName } from '../../base/files/file-name.ts';
import type { FileContent, OnJob } from '../operations/types.ts';
import type { LocalFolder, Received } from './local.ts';
import { freeName, joinPath } from './paths.ts';
import type { RemoteFiles } from './remote.ts';
import type { Side } from './types.ts';

/** Names tried beside an existing file. */
const mostNames = 100;
/** A file above this is not sent only to learn that its name is taken, bytes. */
const asksFirst = 1024 * 1024;
/** Bytes of a piece of what is in memory. */
const pieceSize = 1024 * 1024;

/** Where a file is on this computer: below the chosen folder, or in memory after it was dropped on the page. */
export type Here =
  | { readonly local: LocalFolder; readonly way: readonly string[] }
  | { readonly bytes: Uint8Array; readonly changedAt: number | null };

export type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A transfer while it is moved. */
export interface Task extends Writable<Transfer> {
  here: Here;
  choice: 'create' | 'both' | 'overwrite';
  running: AbortController | null;
  /** It was stopped to go on later. */
  pausing: boolean;
  /** What has arrived of a download, and by what it goes on. */
  received: { readonly file: Received; mark: string | null } | null;
}

type Conflict = Transfer['conflict'];
const unknown: Side = { size: null, changedAt: null };
const isSame = (a: Side | undefined, b: Side): boolean =>
  a?.size === b.size && a.changedAt === b.changedAt;

export interface Move {
  readonly task: Task;
  readonly remote: RemoteFiles;
  readonly signal: AbortSignal;
  /** Tells how many bytes have been moved. */
  readonly report: (moved: number) => void;
  readonly onJob: OnJob;
}

/** Returns the two files if the user has to choose first. */
export async function upload({ task, remote, signal, report, onJob }: Move): Promise<Conflict> {
  const { name, folder, here, choice, conflict } = task;
  const opened = 'bytes' in here ? inMemory(here) : await here.local.open(here.way, name);
  task.size = opened.size;
  const own = { size: opened.size, changedAt: opened.changedAt };
  const content = counted(opened, report);
  const create = (as: string): Promise<boolean> =>
    remote.write(joinPath(folder, as), content, 'create', signal, onJob);
  if (choice === 'both') {
    const { entries } = await remote.list(folder, signal);
    const as = await writeBeside(name, new Set(entries.map((one) => one.name)), create);
    task.savedAs = as;
    return null;
  }
  const isLarge = opened.size > asksFirst;
  const there = choice === 'overwrite' || isLarge ? await remote.look(folder, name, signal) : null;
  if (there !== null) {
    const isAnswered = choice === 'overwrite' && isSame(conflict?.there, there);
    if (!isAnswered) return { there, here: own };
    await remote.write(joinPath(folder, name), content, 'overwrite', signal, onJob);
    return null;
  }
  if (await create(name)) return null;
  return { there: (await remote.look(folder, name, signal)) ?? unknown, here: own };
}

/** Returns the two files if the user has to choose first. A name that is not safe here is saved under another one. */
export async function download(move: Move): Promise<Conflict> {
  const { task, remote, signal } = move;
  const { name, folder, here, choice, conflict } = task;
  if ('bytes' in here) throw new AppError('not-found');
  const { local, way } = here;
  const as = safeFileName(name);
  task.savedAs = as === name ? null : as;
  const ask = async (found: Side): Promise<Conflict> => {
    await task.received?.file.discard();
    task.received = null;
    return { there: (await remote.look(folder, name, signal)) ?? unknown, here: found };
  };
  const before = await local.look(way, as);
  if (before !== null && choice === 'create') return ask(before);
  if (before !== null && choice === 'overwrite' && !isSame(conflict?.here, before)) {
    return ask(before);
  }
  task.received ??= { file: await local.begin(way, as), mark: null };
  const { file } = task.received;
  await receive(move, task.received);
  if (before !== null && choice === 'overwrite') {
    await file.finish(as, 'overwrite');
  } else if (!(await file.finish(as, 'create'))) {
    if (choice !== 'both') return ask((await local.look(way, as)) ?? unknown);
    const create = (to: string): Promise<boolean> => file.finish(to, 'create');
    task.savedAs = await writeBeside(as, new Set(), create);
  }
  task.received = null;
  return null;
}

/** Reads a file to its end, from where an earlier try stopped if that is still possible. */
async function receive(move: Move, received: NonNullable<Task['received']>): Promise<void> {
  const { task, remote, signal, report, onJob } = move;
  const { file, mark } = received;
  const part = mark === null || file.size === 0 ? null : { from: file.size, mark };
  const path = joinPath(task.folder, task.name);
  const damaged = (): AppError =>
    new AppError('answer-shape', { details: { host: task.machine, found: 'content-range' } });
  const read = (from: typeof part): Promise<void> =>
    remote.fetch(
      path,
      async (head) => {
        if (head.from === 0) await file.clear();
        else if (head.from !== file.size) throw damaged();
        received.mark = head.mark;
        Object.assign(task, { size: head.size, resumes: head.mark !== null });
        report(file.size);
        return async (piece) => {
          await file.append(piece);
          report(file.size);
        };
      },
      from,
      signal,
      onJob,
    );
  try {
    await read(part);
  } catch (error) {
    // Nothing is left after what is here: it is whole, or there is less of it by now.
    const isPast = part !== null && error instanceof AppError && error.details.status === 416;
    if (!isPast) throw error;
    await read(null);
  }
  signal.throwIfAborted();
  if (task.size !== null && task.size !== file.size) throw damaged();
  task.size = file.size;
}

function counted(content: FileContent, report: (moved: number) => void): FileContent {
  return {
    size: content.size,
    async *pieces() {
      let moved = 0;
      for await (const piece of content.pieces()) {
        yield piece;
        moved += piece.length;
        report(moved);
      }
    },
  };
}

function inMemory({ bytes, changedAt }: Extract<Here, { bytes: Uint8Array }>) {
  return {
    size: bytes.length,
    changedAt,
    async *pieces() {
      for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
    },
  };
}

/** Writes under the first free name, and returns it. @throws AppError `file-exists` */
async function writeBeside(
  name: string,
  taken: Set<string>,
  create: (as: string) => Promise<boolean>,
): Promise<string> {
  for (let tries = 0; tries < mostNames; tries += 1) {
    const as = freeName(name, (one) => taken.has(one));
    if (await create(as)) return as;
    taken.add(as);
  }
  throw new AppError('file-exists', { details: { name } });
}

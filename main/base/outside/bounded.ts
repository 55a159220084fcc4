import { sep } from 'node:path';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';

/** How long a place may take for one step, ms: a disk that was asleep is awake by then. */
const usualLimit = 20_000;
/** Steps that were given up and have not ended: each holds one of four threads that all files, names and keys share. */
const mostGivenUp = 3;

/** Steps that have not ended; the process cannot end in order before they do. */
let running = 0;
/** Those of them that were given up, by their paths. */
const givenUp = new Set<{ readonly path: string }>();

/**
 * A step of work at a place that the user named, within a time: a network's file system may never answer. What does not
 * answer is left to itself, and asked nothing more until it has.
 * @param options.limit ms
 * @param options.late takes what comes after that
 * @throws AppError `place-not-answering`, `path-unusable`, and what `work` throws
 */
export async function within<T>(
  path: string,
  work: () => Promise<T>,
  options: { readonly limit?: number; readonly late?: (value: T) => unknown } = {},
): Promise<T> {
  requirePossible(path);
  if (givenUp.size >= mostGivenUp || isBelowGivenUp(path)) throw notAnswering(path);
  const own = { path };
  running += 1;
  const done = work().finally(() => {
    running -= 1;
    givenUp.delete(own);
  });
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    const giveUp = (): void => {
      givenUp.add(own);
      reject(notAnswering(path));
    };
    // after what has come meanwhile: this computer may have been asleep itself
    timer = setTimeout(() => setImmediate(giveUp), options.limit ?? usualLimit);
  });
  try {
    return await Promise.race([done, silence]);
  } catch (cause) {
    if (givenUp.has(own)) void ignoring('nobody waits for it', done.then(options.late));
    throw codeOf(cause) === 'ENAMETOOLONG' ? unusable(path, cause) : cause;
  } finally {
    clearTimeout(timer);
  }
}

/** Ends the process by `exit`, or at once where that would wait for a place that does not answer. */
export function endProcess(code: number, exit: (code: number) => void = process.exit): void {
  if (running > 0) process.kill(process.pid, 'SIGKILL');
  else exit(code);
}

export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** Bytes that Linux takes of a name and of a path; Windows counts UTF-16, of which there are no more. */
const longestName = 255;
const longestPath = 4095;

/** @throws AppError `path-unusable` for what no file system takes */
export function requirePossible(path: string): void {
  const isLong = Buffer.byteLength(path) > longestPath;
  const isWindows = process.platform === 'win32';
  const lengthOf = (name: string): number => (isWindows ? name.length : Buffer.byteLength(name));
  const names = path.split(isWindows ? /[\\/]/ : '/');
  if (path.includes('\0') || isLong || names.some((name) => lengthOf(name) > longestName)) {
    throw unusable(path);
  }
}

/** @param path is shown: cut where it is far too long, and without what cannot be shown */
function unusable(path: string, cause?: unknown): AppError {
  const shown = path.replaceAll('\0', '�');
  const short = shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
  return new AppError('path-unusable', { details: { path: short }, cause });
}

const notAnswering = (path: string): AppError =>
  new AppError('place-not-answering', { details: { path }, retryable: true });

/** Whether it is what was given up, or lies below: what is above, and what lies beside, may be on another disk. */
function isBelowGivenUp(path: string): boolean {
  return [...givenUp].some(({ path: other }) => path === other || path.startsWith(other + sep));
}

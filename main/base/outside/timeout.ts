import { sep } from 'node:path';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';

/** Timeout of one step, ms: long enough for a sleeping disk to wake up. */
const usualLimit = 20_000;
/** Maximum steps that timed out but still run: each blocks one of Node's four threads, which serve all files. */
const mostGivenUp = 3;

/** Running steps; the process cannot exit normally before they end. */
let running = 0;
/** Steps that timed out and still run. */
const givenUp = new Set<{ readonly path: string }>();

/**
 * Runs one step of work at a place that the user named, with a timeout: a network file system may never answer. A place
 * that does not answer is asked nothing more until it has.
 * @param options.limit ms
 * @param options.late handles a later result
 * @throws AppError `place-not-answering`, `path-unusable`, and errors of `work`
 */
export async function withTimeout<T>(
  path: string,
  work: () => Promise<T>,
  options: { readonly limit?: number; readonly late?: (value: T) => unknown } = {},
): Promise<T> {
  requireValidPath(path);
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
    // after results that are already waiting: this computer may have been asleep
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

/** Ends the process by `exit`, or at once if that would wait for a place that does not answer. */
export function endProcess(code: number, exit: (code: number) => void = process.exit): void {
  if (running > 0) process.kill(process.pid, 'SIGKILL');
  else exit(code);
}

export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** Linux's limits for a name and a path in bytes; Windows counts UTF-16 units, which are never more. */
const longestName = 255;
const longestPath = 4095;

/** @throws AppError `path-unusable` for a path that no file system accepts */
export function requireValidPath(path: string): void {
  const isLong = Buffer.byteLength(path) > longestPath;
  const isWindows = process.platform === 'win32';
  const lengthOf = (name: string): number => (isWindows ? name.length : Buffer.byteLength(name));
  const names = path.split(isWindows ? /[\\/]/ : '/');
  if (path.includes('\0') || isLong || names.some((name) => lengthOf(name) > longestName)) {
    throw unusable(path);
  }
}

/** @param path shown to the user: cut if it is far too long, without characters that cannot be shown */
function unusable(path: string, cause?: unknown): AppError {
  const shown = path.replaceAll('\0', '�');
  const short = shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
  return new AppError('path-unusable', { details: { path: short }, cause });
}

const notAnswering = (path: string): AppError =>
  new AppError('place-not-answering', { details: { path }, retryable: true });

/** Returns whether the path is or lies below one given up: its parents and siblings may be on another disk. */
function isBelowGivenUp(path: string): boolean {
  return [...givenUp].some(({ path: other }) => path === other || path.startsWith(other + sep));
}

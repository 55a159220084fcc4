import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '../../../preload/contract/errors.ts';

export interface ProgramOptions {
  /** The program with its first arguments. */
  readonly program: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Starts ssh in a group of its own: without the terminal that the app may have been started from, and so that what it
 * starts ends with it.
 */
export function startProgram(
  { program, environment }: ProgramOptions,
  args: readonly string[],
): ChildProcess {
  const [file = 'ssh', ...first] = program;
  return spawn(file, [...first, ...args], {
    env: environment,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: 'pipe',
  });
}

export function endProgram(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid);
  } catch (cause) {
    // It has just ended.
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
  }
}

/** Bytes of what a program says beside its output that are kept. */
const mostWords = 64 * 1024;

/** Keeps the end of what it writes to its second output. */
export function wordsOf(child: ChildProcess): () => string {
  let kept = Buffer.alloc(0);
  child.stderr?.on('data', (piece: Buffer) => {
    kept = Buffer.concat([kept, piece]).subarray(-mostWords);
  });
  return () => kept.toString();
}

export const isMissing = (cause: unknown): boolean =>
  (cause as NodeJS.ErrnoException).code === 'ENOENT';

export interface Ended {
  /** Null: it was ended by a signal. */
  readonly code: number | null;
  readonly output: Uint8Array;
  readonly words: string;
}

/**
 * Feeds a program and waits for its end. @throws AppError `ssh-missing`, `network-timeout`, `answer-too-large`,
 * `cancelled`
 */
export function untilEnd(
  child: ChildProcess,
  how: {
    readonly host: string;
    readonly input: string;
    readonly maxBytes: number;
    readonly timeoutMs: number;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Ended> {
  const { host, input, maxBytes, timeoutMs, signal } = how;
  const words = wordsOf(child);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const stop = (code: 'network-timeout' | 'answer-too-large' | 'cancelled'): void => {
      reject(new AppError(code, { details: { host }, retryable: code === 'network-timeout' }));
      endProgram(child);
    };
    const timer = setTimeout(() => stop('network-timeout'), timeoutMs);
    const cancel = (): void => stop('cancelled');
    const settled = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted === true) cancel();
    child.stdout?.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > maxBytes) stop('answer-too-large');
      else pieces.push(piece);
    });
    // Its exit says more than a broken pipe.
    child.stdin?.on('error', () => undefined);
    child.on('error', (cause) => {
      settled();
      reject(isMissing(cause) ? new AppError('ssh-missing', { cause }) : cause);
    });
    child.on('close', (code) => {
      settled();
      resolve({ code, output: Buffer.concat(pieces), words: words() });
    });
    child.stdin?.end(input);
  });
}

/** A session may be silent for this long, ms. */
const longestSilence = 60_000;

/** A program that is talked to. */
export interface Session {
  readonly channel: { readonly readable: Readable; readonly writable: Writable };
  /** Rejects with its words when it ends, or with an AppError. */
  readonly failed: Promise<never>;
  end(): void;
}

export function startSession(child: ChildProcess, signal: AbortSignal | undefined): Session {
  const { stdout: readable, stdin: writable } = child;
  if (readable === null || writable === null) throw new Error('it has no pipes');
  const words = wordsOf(child);
  const end = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    endProgram(child);
  };
  const timer = setTimeout(end, longestSilence);
  readable.on('data', () => timer.refresh());
  writable.on('error', () => undefined);
  signal?.addEventListener('abort', end);
  if (signal?.aborted === true) end();
  const failed = new Promise<never>((_, reject) => {
    child.on('error', (cause) =>
      reject(isMissing(cause) ? new AppError('ssh-missing', { cause }) : cause),
    );
    child.on('close', () => reject(words()));
  });
  return { channel: { readable, writable }, failed, end };
}

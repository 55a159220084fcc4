import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Remote, RemoteOptions, RemoteResult } from '../operations/types.ts';
import { commandArguments, sftpArguments, type Target } from './arguments.ts';
import { openShared, type Shared } from './connection.ts';
import { failureOf, isStaying } from './errors.ts';
import { startProgram, startSession, untilEnd } from './process.ts';
import type { Ask } from './questions.ts';

/** Bytes of an answer that are read at most, and how long one may take, ms. */
const usualBytes = 64 * 1024 * 1024;
const usualTime = 60_000;
/** A connection that nothing used for this long is closed, ms. */
const idleTime = 15 * 60_000;

export interface OwnRemote extends Remote {
  isTo(target: Target): boolean;
  /** It is connected, or connects without asking. */
  isOpen(): boolean;
  retry(): void;
  close(): Promise<void>;
}

interface RemoteDeps {
  readonly systemId: string;
  readonly target: Target;
  readonly program: readonly string[];
  readonly ask: Ask;
  /** @throws AppError `locked-by-policy` */
  readonly requireOpen: () => void;
}

/** One system's host. It connects at the first command, and again after a cut. */
export function createRemote(deps: RemoteDeps): OwnRemote {
  const { target, program } = deps;
  const { host } = target;
  const ended = new AbortController();
  // Windows' ssh cannot share a connection: each command connects by itself, and asks nothing.
  const shares = process.platform !== 'win32';
  let opening: Promise<Shared> | null = null;
  let open: Shared | null = null;
  let refusal: AppError | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function connected(): Promise<string | null> {
    deps.requireOpen();
    if (ended.signal.aborted) throw new AppError('cancelled');
    if (refusal !== null) throw refusal;
    if (!shares) return null;
    const known = await opening;
    if (known !== null && !known.isOpen()) opening = null;
    opening ??= openShared({ ...deps, signal: ended.signal });
    const attempt = opening;
    try {
      open = await attempt;
      return open.socket;
    } catch (cause) {
      if (opening === attempt) opening = null;
      throw keep(cause);
    }
  }
  function keep(cause: unknown): unknown {
    if (cause instanceof AppError && isStaying(cause)) refusal = cause;
    return cause;
  }
  function used(): void {
    clearTimeout(idle);
    idle = setTimeout(() => void disconnect(), idleTime);
    idle.unref();
  }
  async function disconnect(): Promise<void> {
    const known = opening;
    opening = null;
    await known?.then(
      (shared) => shared.close(),
      () => undefined,
    );
  }
  const start = (args: readonly string[]) =>
    startProgram({ program, environment: process.env }, args);

  return {
    host,
    async run(words, options: RemoteOptions = {}): Promise<RemoteResult> {
      const socket = await connected();
      const { code, ...said } = await untilEnd(start(commandArguments(target, socket, words)), {
        host,
        input: options.input ?? '',
        maxBytes: options.maxBytes ?? usualBytes,
        timeoutMs: options.timeoutMs ?? usualTime,
        signal: options.signal,
      });
      used();
      // 255 is ssh's own: what became of the command is not known.
      if (code === null || code === 255) throw keep(failureOf(said.words, host, 'ssh-cut'));
      return { code, output: said.output, words: said.words };
    },
    async sftp(use, signal) {
      const socket = await connected();
      const session = startSession(start(sftpArguments(target, socket)), signal);
      const failed = session.failed.catch((words: unknown) => {
        if (typeof words !== 'string') throw words;
        throw signal?.aborted === true
          ? new AppError('cancelled')
          : keep(failureOf(words, host, 'ssh-cut'));
      });
      void ignoring('only while it is used', failed);
      try {
        return await Promise.race([use(session.channel), failed]);
      } finally {
        used();
        session.end();
      }
    },
    isTo: (other) => other.host === host && other.user === target.user,
    isOpen: () => !shares || open?.isOpen() === true,
    retry() {
      refusal = null;
    },
    async close() {
      ended.abort();
      clearTimeout(idle);
      await disconnect();
    },
  };
}

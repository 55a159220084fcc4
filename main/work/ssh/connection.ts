import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { ignoring } from '../../../common/ignoring.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { masterArguments, type Target } from './arguments.ts';
import { type AskFolder, openAskFolder } from './asking.ts';
import { failureOf } from './errors.ts';
import { endProgram, isMissing, startProgram, wordsOf } from './process.ts';
import type { Ask, Question } from './questions.ts';

/** Time for the user's answers and the server's, ms. */
const longestStart = 180_000;

/** A connection that the user was let in by. */
export interface Shared {
  readonly socket: string;
  isOpen(): boolean;
  close(): Promise<void>;
}

export interface ShareOptions {
  readonly systemId: string;
  readonly target: Target;
  readonly program: readonly string[];
  readonly ask: Ask;
  /** Ends the attempt. */
  readonly signal: AbortSignal;
}

/**
 * Connects, asking the user what ssh asks. @throws AppError `ssh-*`, `network-*`; `cancelled` after `signal`
 */
export async function openShared(options: ShareOptions): Promise<Shared> {
  const { systemId, target, program, ask, signal } = options;
  const { host } = target;
  let question: Question | null = null;
  let refused = false;
  let child: ChildProcess | null = null;
  const end = (): void => {
    if (child !== null) endProgram(child);
  };
  const withdraw = (): void => {
    const now: Question | null = question;
    question = null;
    now?.withdraw();
  };
  let isTouch = false;
  const folder = await openAskFolder({
    asked(asked) {
      question?.withdraw();
      const now = ask({ ...asked, systemId, host });
      question = now;
      isTouch = asked.kind === 'touch';
      void now.answer.then((text) => {
        if (question !== now) return;
        question = null;
        folder.answer(text);
        if (text !== null) return;
        refused = true;
        end();
      });
    },
    touchOver: () => {
      if (isTouch) withdraw();
    },
  }).catch((cause: unknown) => {
    throw isMissing(cause) ? new AppError('ssh-missing', { cause }) : cause;
  });
  try {
    const word = `ready-${randomBytes(8).toString('hex')}`;
    const { environment } = folder;
    const started = startProgram(
      { program, environment },
      masterArguments(target, folder.socket, word),
    );
    child = started;
    await untilReady(started, word, { host, signal, wasRefused: () => refused });
    withdraw();
    return shared(started, folder);
  } catch (cause) {
    withdraw();
    folder.answer(null);
    end();
    await folder.close();
    throw cause;
  }
}

/** Waits for the word of a connection that works. */
function untilReady(
  child: ChildProcess,
  word: string,
  how: {
    readonly host: string;
    readonly signal: AbortSignal;
    readonly wasRefused: () => boolean;
  },
): Promise<void> {
  const { host, signal, wasRefused } = how;
  const words = wordsOf(child);
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (error: AppError): void => {
      settled();
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new AppError('network-timeout', { details: { host }, retryable: true })),
      longestStart,
    );
    const cancel = (): void => fail(new AppError('cancelled'));
    const settled = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    };
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    child.stdin?.on('error', () => undefined);
    child.stdout?.on('data', (piece: Buffer) => {
      // What the shell's own start prints may stand before it.
      said = `${said}${piece.toString('latin1')}`.slice(-64 * 1024);
      if (!said.includes(word)) return;
      settled();
      said = '';
      resolve();
    });
    child.on('error', (cause) =>
      fail(
        new AppError(isMissing(cause) ? 'ssh-missing' : 'ssh-failed', { details: { host }, cause }),
      ),
    );
    child.on('close', () =>
      fail(
        wasRefused()
          ? new AppError('ssh-not-answered', { details: { host } })
          : failureOf(words(), host, 'ssh-failed'),
      ),
    );
  });
}

function shared(child: ChildProcess, folder: AskFolder): Shared {
  const isOpen = (): boolean => child.exitCode === null && child.signalCode === null;
  const ended = isOpen() ? once(child, 'close') : Promise.resolve([]);
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    endProgram(child);
    await ignoring('it has ended either way', ended);
    await folder.close();
  };
  const closeOnce = (): Promise<void> => {
    closing ??= close();
    return closing;
  };
  void ignoring('its folder is left', ended.then(closeOnce));
  return { socket: folder.socket, isOpen, close: closeOnce };
}

import { ignoring } from '../../common/ignoring.ts';
import { AppError } from '../../preload/contract/errors.ts';
import { withResolvers } from '../base/async/with-resolvers.ts';
import { entryAt } from '../base/outside/index.ts';
import type { MoveStep } from '../base/storage/database.ts';

/** Progress of moving the data folder. */
export interface MoveProgress {
  readonly to: string;
  /** Bytes. */
  readonly done: number;
  readonly of: number;
  /** Everything is copied, and is being checked. */
  readonly checking: boolean;
}

/** Interval of progress reports, ms: also without progress, to show that it continues. */
const every = 500;
/** Timeout without progress before the move is given up, ms: checking a large database takes less. */
const longestSilence = 10 * 60_000;

/**
 * Reports a move repeatedly, from its worker's messages and the size of a growing file.
 * @returns `silent` rejects with `place-not-answering` after a long time without progress
 */
export function followMove(
  to: string,
  follow: (progress: MoveProgress) => void,
  patience = longestSilence,
): { step(step: MoveStep): void; readonly silent: Promise<never>; end(): void } {
  let last: MoveStep | null = null;
  let seen = { done: -1, at: performance.now() };
  const { promise: silent, reject } = withResolvers<never>();
  let grown = 0;
  async function tell(): Promise<void> {
    if (last !== null) {
      const { of, growing } = last;
      if (growing !== null) grown = (await sizeOf(growing)) ?? grown;
      const done = Math.min(last.done + grown, of);
      if (done !== seen.done) seen = { done, at: performance.now() };
      follow({ to, done, of, checking: growing !== null && done === of });
    }
    if (performance.now() - seen.at < patience) return;
    reject(new AppError('place-not-answering', { details: { path: to }, retryable: true }));
  }
  const timer = setInterval(() => void tell(), every);
  return {
    silent,
    step(step) {
      last = step;
    },
    end: () => clearInterval(timer),
  };
}

/** Returns null if there is nothing, or no answer. */
async function sizeOf(file: string): Promise<number | null> {
  const found = await ignoring('it is told again soon', entryAt(file));
  return found?.size ?? null;
}

const en = {
  title: 'Moving the data folder',
  copying: '{done} of {of} copied to {to}',
  checking: '{of} copied to {to}; the copy is looked through',
  note: 'Compute Desk opens when this is done. The old folder stays as it is; if this is interrupted, the next start begins the move anew.',
};

const ja: typeof en = {
  title: 'データフォルダーを移しています',
  copying: '{to} に {of} のうち {done} をコピーしました',
  checking: '{to} に {of} をコピーしました。内容を確かめています',
  note: '終わると Compute Desk が開きます。元のフォルダーはそのまま残ります。途中で止まった場合は、次に起動したときに最初からやり直します。',
};

const words = { en, ja } as const;

/** Describes a move in words. */
export function describeMove(
  { to, done, of, checking }: MoveProgress,
  language: 'en' | 'ja',
): { title: string; text: string; note: string } {
  const say = words[language];
  const megabytes = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const size = (bytes: number): string => `${megabytes.format(bytes / 1e6)} MB`;
  const values: Record<string, string> = { to, done: size(done), of: size(of) };
  const text = (checking ? say.checking : say.copying).replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => values[name] ?? '',
  );
  return { title: say.title, text, note: say.note };
}

/**
 * Writes lines to the terminal: at first, then every few seconds.
 * @param now monotonic clock, ms
 */
export function printMove(
  write: (line: string) => void,
  language: () => 'en' | 'ja',
  now: () => number = () => performance.now(),
): (progress: MoveProgress) => void {
  let next: number | null = null;
  return (progress) => {
    if (next !== null && now() < next) return;
    const { title, text, note } = describeMove(progress, language());
    write(next === null ? `${title}. ${note}\n${text}\n` : `${text}\n`);
    next = now() + betweenLines;
  };
}

/** ms */
const betweenLines = 3_000;

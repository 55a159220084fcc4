import { statSync } from 'node:fs';
import type { MoveStep } from '../storage/database.ts';

/** How far a move of the data folder is. */
export interface MoveProgress {
  readonly to: string;
  /** Bytes. */
  readonly done: number;
  readonly of: number;
  /** What there is has been copied, and is looked through. */
  readonly checking: boolean;
}

/** How often it is told, ms: also where nothing has come, so that who follows knows that it goes on. */
const every = 500;

/** Tells of a move again and again, from what its worker says and from the size of a file that grows. */
export function watchMove(
  to: string,
  follow: (progress: MoveProgress) => void,
): { step(step: MoveStep): void; end(): void } {
  let last: MoveStep | null = null;
  const timer = setInterval(() => {
    if (last === null) return;
    const { of, growing } = last;
    const grown = growing === null ? 0 : (statSync(growing, { throwIfNoEntry: false })?.size ?? 0);
    const done = Math.min(last.done + grown, of);
    follow({ to, done, of, checking: growing !== null && done === of });
  }, every);
  return {
    step(step) {
      last = step;
    },
    end: () => clearInterval(timer),
  };
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

/** A move, in words. */
export function sayMove(
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
 * Lines for who started the app in a terminal: at first, then every few seconds.
 * @param now ms, of a clock that nobody sets
 */
export function tellMove(
  write: (line: string) => void,
  language: () => 'en' | 'ja',
  now: () => number = () => performance.now(),
): (progress: MoveProgress) => void {
  let next: number | null = null;
  return (progress) => {
    if (next !== null && now() < next) return;
    const { title, text, note } = sayMove(progress, language());
    write(next === null ? `${title}. ${note}\n${text}\n` : `${text}\n`);
    next = now() + betweenLines;
  };
}

/** ms */
const betweenLines = 3_000;

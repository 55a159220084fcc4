import type { ReactNode } from 'react';

interface ScreenTitleProps {
  readonly title: string;
  /** Beside the title, a summary: `6 of 9 up`. */
  readonly note?: string | undefined;
  /** The screen's state in words: `checked 12 s ago`. */
  readonly state?: ReactNode;
  /** The main action, and nothing else. */
  readonly action?: ReactNode;
}

/** The one title row of a screen. */
export function ScreenTitle({ title, note, state, action }: ScreenTitleProps) {
  return (
    <header className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-6 py-3">
      <h1 className="min-w-0 text-title font-semibold">{title}</h1>
      {note !== undefined && <p className="tabular -ml-1 pt-1 text-text-soft">{note}</p>}
      <div className="ml-auto flex items-center gap-3">
        {state && <div className="text-small text-text-soft">{state}</div>}
        {action}
      </div>
    </header>
  );
}

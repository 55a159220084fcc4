import type { BrowserWindow, MessageBoxOptions } from 'electron';
import type { Labels } from '../labels.ts';

/** How long the end of a session waits for an answer, ms. */
const patience = 20_000;

/**
 * Asks whether to close a window with unsaved data: in Electron a page itself cannot ask. At the end of a session it
 * waits only for a while, since macOS cancels the whole log-out for an app that does not quit.
 * @param options.isEnding whether the user's session is ending
 * @param options.quit continues quitting once the window has closed
 * @returns whether it closes now; false also if the answer comes later
 */
export function confirmClose(
  window: Pick<BrowserWindow, 'isDestroyed' | 'destroy'>,
  options: {
    readonly labels: Labels;
    readonly isEnding: () => boolean;
    readonly ask: (box: MessageBoxOptions) => number;
    readonly askLater: (box: MessageBoxOptions) => Promise<{ response: number }>;
    readonly quit: () => void;
    readonly patience?: number;
  },
): boolean {
  const { labels, isEnding, ask, askLater, quit } = options;
  const box: MessageBoxOptions = {
    type: 'warning',
    title: 'Compute Desk',
    message: labels.unsaved,
    detail: labels.unsavedText,
    buttons: [labels.keepOpen, labels.closeAnyway],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  if (!isEnding()) return ask(box) === 1;
  const withdrawn = new AbortController();
  let isAnswered = false;
  const answer = (closes: boolean): void => {
    if (isAnswered) return;
    isAnswered = true;
    clearTimeout(timer);
    withdrawn.abort();
    if (!closes || window.isDestroyed()) return;
    window.destroy();
    quit();
  };
  const timer = setTimeout(() => answer(true), options.patience ?? patience);
  askLater({ ...box, signal: withdrawn.signal }).then(
    ({ response }) => answer(response === 1),
    () => answer(true),
  );
  return false;
}

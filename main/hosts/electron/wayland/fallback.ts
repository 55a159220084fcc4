import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rmSync } from '../../../base/outside/index.ts';

/** Holds the version of the Electron that has started on Wayland and shown no window yet. */
const markOf = (folder: string): string => join(folder, 'wayland-start');

/** Switches by which a start is already another one, or the user's own choice. */
const chosen = /^--(ozone-platform(-hint)?=|disable-gpu$|in-process-gpu$)/;

export interface WaylandStart {
  /** Of Chromium's own files. */
  readonly folder: string;
  readonly argv: readonly string[];
  readonly isWayland: boolean;
  /** The Electron's version: a newer one tries Wayland again. */
  readonly version: string;
}

const isOwnChoice = ({ argv, isWayland }: WaylandStart): boolean =>
  isWayland && !argv.some((argument) => chosen.test(argument));

/**
 * Without a usable GPU, Chromium may end on Wayland before it shows a window, and nothing in the app can hinder it. The
 * next start therefore takes another way: X11, where the session offers it, else no GPU.
 * @param start.isHidden whether this start shows no window
 * @returns the switch to start again with, or null to go on
 */
export function waylandFallback(
  start: WaylandStart & { readonly hasX11: boolean; readonly isHidden: boolean },
): string | null {
  if (!isOwnChoice(start)) return null;
  const mark = markOf(start.folder);
  try {
    if (readFileSync(mark, 'utf8') === start.version) {
      return start.hasX11 ? '--ozone-platform=x11' : '--disable-gpu';
    }
  } catch {
    // there is no mark: the last window was shown
  }
  try {
    if (!start.isHidden) writeFileSync(mark, start.version, { mode: 0o600 });
  } catch {
    // on a full disk a failed start is only repeated
  }
  return null;
}

/** Notes that Wayland has shown a window, or that the user has ended the app before. */
export function confirmWayland(start: WaylandStart): void {
  if (isOwnChoice(start)) rmSync(markOf(start.folder), { force: true });
}

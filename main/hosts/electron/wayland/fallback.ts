import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rmSync } from '../../../base/outside/index.ts';

/** File with the Electron version that started on Wayland and has shown no window yet. */
const markOf = (folder: string): string => join(folder, 'wayland-start');

/** Switches that show a fallback start, or the user's own choice. */
const chosen = /^--(ozone-platform(-hint)?=|disable-gpu$|in-process-gpu$)/;

export interface WaylandStart {
  /** Chromium's folder. */
  readonly folder: string;
  readonly argv: readonly string[];
  readonly isWayland: boolean;
  /** Electron's version: a newer one tries Wayland again. */
  readonly version: string;
}

const isOwnChoice = ({ argv, isWayland }: WaylandStart): boolean =>
  isWayland && !argv.some((argument) => chosen.test(argument));

/**
 * Without a usable GPU, Chromium may exit on Wayland before it shows a window, and the app cannot prevent that. The
 * next start therefore uses X11 if the session offers it, else no GPU.
 * @param start.isHidden whether this start shows no window
 * @returns the switch to restart with, or null to continue
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
    // no mark: the last start showed a window
  }
  try {
    if (!start.isHidden) writeFileSync(mark, start.version, { mode: 0o600 });
  } catch {
    // on a full disk the failed start is only repeated
  }
  return null;
}

/** Records that Wayland has shown a window, or that the user ended the app first. */
export function confirmWayland(start: WaylandStart): void {
  if (isOwnChoice(start)) rmSync(markOf(start.folder), { force: true });
}

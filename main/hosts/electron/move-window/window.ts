import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { app, BrowserWindow, session } from 'electron';
import * as z from 'zod';
import { ignoring } from '../../../../common/ignoring.ts';
import { parseJson } from '../../../../common/texts/json.ts';
import { languages } from '../../../../common/texts/language.ts';
import { guardContents, guardSession } from '../guards.ts';
import { createNavigationRules } from '../navigation.ts';
import { lockedPreferences, pageBackground } from '../page-preferences.ts';
import { removeAtExit } from '../system/index.ts';

const shape = z.object({
  title: z.string(),
  text: z.string(),
  note: z.string(),
  language: z.enum(languages),
  /** Bytes. */
  done: z.number(),
  of: z.number(),
});
export type MoveView = z.infer<typeof shape>;

/** The file in their common folder; the move has ended when it is gone. */
export const viewFile = 'move.json';

/** Prefix of such a folder's name among the temporary ones. */
export const folderPrefix = 'compute-desk-move-';

/** How often it is read, ms. */
const every = 250;
/** Without an update for this long, ms, the move counts as ended. */
const silence = 15_000;

/**
 * Runs the window of another process's move while that reports progress.
 * @param folder contains `viewFile` (`MoveView`) and Chromium's files, and is removed with the window
 */
export async function runMoveWindow(folder: string): Promise<void> {
  // The folder is removed at the end, so naming another one must not get this far.
  if (!isOfMove(folder)) {
    app.exit(1);
    return;
  }
  const file = join(folder, viewFile);
  removeAtExit(folder);
  app.setPath('userData', join(folder, 'window'));
  app.on('window-all-closed', () => app.exit(0));
  guardContents(app, createNavigationRules());
  await app.whenReady();
  guardSession(session.defaultSession);
  const first = read(file);
  if (first === null) {
    app.exit(0);
    return;
  }
  const window = new BrowserWindow({
    width: 480,
    height: 190,
    useContentSize: true,
    resizable: false,
    maximizable: false,
    show: false,
    autoHideMenuBar: true,
    title: first.title,
    backgroundColor: pageBackground(),
    webPreferences: { ...lockedPreferences, partition: 'move' },
  });
  window.setMenu(null);
  const show = async (shown: MoveView): Promise<void> => {
    window.setProgressBar(shown.of === 0 ? 2 : shown.done / shown.of);
    await window.webContents.executeJavaScript(draw(shown));
  };
  await window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page(first.language))}`);
  await show(first);
  window.show();
  const timer = setInterval(() => {
    const shown = read(file);
    if (shown === null) {
      clearInterval(timer);
      app.exit(0);
    } else if (!window.isDestroyed()) void ignoring('it is shown again soon', show(shown));
  }, every);
}

function isOfMove(folder: string): boolean {
  return dirname(folder) === tmpdir() && basename(folder).startsWith(folderPrefix);
}

/** Returns null once the move has ended. */
function read(file: string): MoveView | null {
  try {
    if (Date.now() - statSync(file).mtimeMs > silence) return null;
    return shape.parse(parseJson(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Script that updates the page. */
const draw = (shown: MoveView): string => `{
  const shown = ${JSON.stringify(shown)};
  document.title = shown.title;
  for (const id of ['title', 'text', 'note']) document.getElementById(id).textContent = shown[id];
  const bar = document.getElementById('bar');
  bar.max = Math.max(shown.of, 1);
  bar.value = shown.done;
}`;

const page = (language: string): string => `<!doctype html>
<html lang="${language}">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
:root { color-scheme: light dark; }
body { margin: 0; padding: 20px 24px; font: 13px/1.5 system-ui, sans-serif; cursor: default;
  background: light-dark(#f8fafb, #121718); color: light-dark(#1c2326, #e2e8ea); }
h1 { margin: 0 0 10px; font-size: 15px; }
progress { width: 100%; accent-color: light-dark(#00696e, #5fb8bc); }
p { margin: 6px 0; overflow-wrap: anywhere; }
#note { color: light-dark(#52606a, #a3b0b5); }
</style>
<title>Compute Desk</title>
<main>
<h1 id="title"></h1>
<progress id="bar" aria-labelledby="title"></progress>
<p id="text"></p>
<p id="note"></p>
</main>
`;

import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { chooseLanguage, type Language } from '../../../../common/texts/language.ts';
import { renameSync, rmSync } from '../../../base/outside/index.ts';
import { describeMove, type MoveProgress, printMove } from '../../move-progress.ts';
import { folderPrefix, type MoveView, viewFile } from './window.ts';

export { runMoveWindow } from './window.ts';

/** Duration after which a move gets a window, ms. */
const worthAWindow = 1_000;

/** Chromium switches that a second process may need to start as this one did. */
const passedOn = ['no-sandbox', 'disable-gpu', 'ozone-platform', 'ozone-platform-hint', 'lang'];

/**
 * Shows a move of the data folder: lines in the terminal, and a window if it takes long. The window is a process of its
 * own with its own folder: in this process Chromium starts in the data folder, which exists only at the end.
 */
export function showMove(): { follow(progress: MoveProgress): void; end(): void } {
  const began = performance.now();
  const language = (): Language => chooseLanguage(app.getPreferredSystemLanguages());
  const tell = printMove((line) => process.stderr.write(line), language);
  let folder: string | null = null;
  return {
    follow(progress) {
      tell(progress);
      if (performance.now() - began < worthAWindow) return;
      const first = folder === null;
      folder ??= mkdtempSync(join(tmpdir(), folderPrefix));
      const { done, of } = progress;
      write(folder, { ...describeMove(progress, language()), language: language(), done, of });
      if (first) open(folder);
    },
    end() {
      // the window closes with it, and removes the folder
      if (folder !== null) rmSync(join(folder, viewFile), { force: true });
    },
  };
}

/** Writes atomically: it is read while it is written. */
function write(folder: string, shown: MoveView): void {
  const file = join(folder, viewFile);
  writeFileSync(`${file}.tmp`, JSON.stringify(shown), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}

function open(folder: string): void {
  const switches = passedOn
    .filter((name) => app.commandLine.hasSwitch(name))
    .map((name) => {
      const value = app.commandLine.getSwitchValue(name);
      return value === '' ? `--${name}` : `--${name}=${value}`;
    });
  const own = app.isPackaged ? [] : [app.getAppPath()];
  const child = spawn(process.execPath, [...switches, ...own, '--show-move', folder], {
    stdio: 'ignore',
  });
  // without a window there are the lines in the terminal
  child.on('error', () => undefined);
  child.unref();
}

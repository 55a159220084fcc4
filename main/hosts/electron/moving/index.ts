import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { chooseLanguage, type Language } from '../../../../common/texts/language.ts';
import { renameSync, rmSync } from '../../../base/outside/index.ts';
import { type MoveProgress, sayMove, tellMove } from '../../moving.ts';
import { moveFolder, type Shown, shownIn } from './window.ts';

export { runMoveWindow } from './window.ts';

/** How long a move takes before it is worth a window, ms. */
const worthAWindow = 1_000;

/** Switches of Chromium without which a second process may not come up as this one did. */
const passedOn = ['no-sandbox', 'disable-gpu', 'ozone-platform', 'ozone-platform-hint', 'lang'];

/**
 * Shows a move of the data folder: lines in the terminal, and a window where it takes long. That one is a process of its
 * own, with a folder of its own: in this one Chromium starts in the data folder, which is not there before the end.
 */
export function showMove(): { follow(progress: MoveProgress): void; end(): void } {
  const began = performance.now();
  const language = (): Language => chooseLanguage(app.getPreferredSystemLanguages());
  const tell = tellMove((line) => process.stderr.write(line), language);
  let folder: string | null = null;
  return {
    follow(progress) {
      tell(progress);
      if (performance.now() - began < worthAWindow) return;
      const first = folder === null;
      folder ??= mkdtempSync(join(tmpdir(), moveFolder));
      const { done, of } = progress;
      write(folder, { ...sayMove(progress, language()), language: language(), done, of });
      if (first) open(folder);
    },
    end() {
      // the window goes with it, and takes the folder away
      if (folder !== null) rmSync(join(folder, shownIn), { force: true });
    },
  };
}

/** As a whole: it is read while it is written. */
function write(folder: string, shown: Shown): void {
  const file = join(folder, shownIn);
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
  // without it there are the lines of the terminal
  child.on('error', () => undefined);
  child.unref();
}

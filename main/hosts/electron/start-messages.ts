import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app, dialog, type MessageBoxOptions } from 'electron';
import { ignoring } from '../../../common/ignoring.ts';
import { chooseLanguage, type Language } from '../../../common/texts/language.ts';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import type { App } from '../../app.ts';
import type { Log } from '../../base/host.ts';
import { endProcess } from '../../base/outside/index.ts';
import { printRepairs } from '../repair-report.ts';
import { startFailureText } from '../start-failures.ts';
import { type Labels, labelsFor } from './labels.ts';
import { isTranslocated, offerApplicationsFolder, removeAtExit } from './system/index.ts';

/** Returns the language of the setting; by default the operating system's. */
export function currentLanguage(setting: Settings['language']): Language {
  return chooseLanguage(app.getPreferredSystemLanguages(), setting);
}

export function currentLabels(language: Settings['language']): Labels {
  return labelsFor(language, app.getPreferredSystemLanguages());
}

/** Shows why there is no data folder, with a temporary one for what Chromium writes to show a dialog. */
export async function refuseToStart(cause: unknown): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-'));
  removeAtExit(folder);
  app.setPath('userData', folder);
  await app.whenReady();
  showStartFailure(cause);
}

/** There is no window for the error's text, so it is shown in a dialog of the operating system. */
export function showStartFailure(cause: unknown): void {
  const labels = currentLabels('system');
  const text = startFailureText(cause, chooseLanguage(app.getPreferredSystemLanguages()));
  process.stderr.write(`${labels.notStarted}: ${text}\n`);
  dialog.showErrorBox(labels.notStarted, text);
  endProcess(1, (code) => app.exit(code));
}

/** Says on the terminal what was damaged in the data folder. */
export function printDamage({ damage }: App, dataFolder: string): void {
  if (damage === null) return;
  const told = printRepairs(damage, dataFolder, currentLanguage('system'));
  process.stderr.write(`${told}\n`);
}

/** Asks to move an app that macOS runs from a copy. The start does not wait for the user to read it. */
export async function askForApplicationsFolder(labels: Labels, log: Log): Promise<void> {
  if (!isTranslocated(process.execPath, process.platform)) return;
  log.info('translocated');
  const ask = (box: MessageBoxOptions) => dialog.showMessageBox(box);
  await ignoring('it is logged', offerApplicationsFolder({ labels, ask, quit: () => app.quit() }));
}

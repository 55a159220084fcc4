import { type BrowserWindow, dialog, nativeImage } from 'electron';
import type { Labels } from '../labels.ts';
import { appIcon } from './app-icon.ts';

/** The app's icon for windows and dialogs; on macOS and Windows the program itself has one. */
export const iconImage = (): Electron.NativeImage =>
  nativeImage.createFromBuffer(Buffer.from(appIcon, 'base64'));

/** Returns the text of the About dialog in the user's language: the desktop's own shows neither name nor version. */
function aboutText(version: string, labels: Labels): { message: string; detail: string } {
  const { appVersion, appLicence } = labels;
  return {
    message: 'Compute Desk',
    detail: `${appVersion.replace('{version}', version)}\n${appLicence}`,
  };
}

export function showAbout(
  window: BrowserWindow | undefined,
  version: string,
  labels: Labels,
): void {
  const box: Electron.MessageBoxOptions = {
    type: 'none',
    title: labels.about,
    icon: iconImage(),
    buttons: [labels.ok],
    noLink: true,
    ...aboutText(version, labels),
  };
  void (window === undefined ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box));
}

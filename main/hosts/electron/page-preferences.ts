import { nativeTheme, type WebPreferences } from 'electron';
import { pageColour } from './colours.ts';

/**
 * Restrictions of all pages, ours and others' (Electron's security tutorial, items 2 to 4, 6, 8 and 9): a sandbox, no
 * Node, nothing embedded.
 */
export const lockedPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  spellcheck: false,
} as const satisfies WebPreferences;

/** Returns a window's colour before its page paints. */
export function pageBackground(): string {
  return nativeTheme.shouldUseDarkColors ? pageColour.dark : pageColour.light;
}

import type { App } from 'electron';

/** The installers' application id: shortcuts, toasts and the taskbar know the app by it (electron-builder.yml). */
export const appUserModelId = 'app.compute-desk';
/**
 * The COM class that Windows calls when a toast is clicked, also one of an earlier run; the uninstaller removes it. It
 * never changes.
 */
export const toastActivator = '{7E0B3C52-9E0A-4B0B-8E5C-5E1D0D3B7A64}';

/**
 * Tells Windows which app the windows and notifications belong to. Call before the first window: otherwise Windows
 * assigns an id and Electron another activator in each run.
 * @see https://www.electronjs.org/docs/latest/tutorial/notifications#windows
 */
export function identify(
  app: Pick<App, 'setAppUserModelId'> & Partial<Pick<App, 'setToastActivatorCLSID'>>,
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform !== 'win32') return;
  app.setAppUserModelId(appUserModelId);
  app.setToastActivatorCLSID?.(toastActivator);
}

import { app } from 'electron';
import type { Labels } from '../labels.ts';
import { appImagePath, relaunchCommand } from '../own-image.ts';
import { isWayland } from '../window/wayland.ts';
import { confirmWayland, type WaylandStart, waylandFallback } from './fallback.ts';

function startOf(folder: string): WaylandStart {
  const { env, argv, versions } = process;
  const wayland = isWayland(app.commandLine.getSwitchValue('ozone-platform'), env);
  return { folder, argv, isWayland: wayland, version: versions.electron ?? '' };
}

/** Restarts the app after this process with another switch if the last start on Wayland showed no window. */
export function restartWithFallback(options: {
  readonly folder: string;
  readonly isHidden: boolean;
  readonly labels: Labels;
}): boolean {
  const { folder, isHidden, labels } = options;
  const { env, argv, execPath } = process;
  const hasX11 = Boolean(env.DISPLAY);
  const flag = waylandFallback({ ...startOf(folder), hasX11, isHidden });
  if (flag === null) return false;
  process.stderr.write(`${labels.waylandFailed.replace('{flag}', flag)}\n`);
  const image = appImagePath(execPath, env);
  const args = argv.slice(1);
  const again = image === null ? { execPath, args } : relaunchCommand(image, execPath, args);
  app.relaunch({ ...again, args: [...again.args, flag] });
  return true;
}

/** Records that a window was shown, or that the user ended the app. */
export function confirmFirstWindow(folder: string): void {
  const confirm = (): void => confirmWayland(startOf(folder));
  app.on('browser-window-created', (_event, window) => window.once('show', confirm));
  app.once('will-quit', confirm);
}

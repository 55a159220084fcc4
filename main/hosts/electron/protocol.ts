import type { App } from 'electron';
import type { Log } from '../../base/host.ts';
import { execute } from '../execute.ts';

/** The protocol by which a browser returns to the app: `compute-desk://oauth/callback`. */
const protocol = 'compute-desk';
/** Installed by the Linux packages. */
const desktopFile = 'compute-desk.desktop';

/**
 * Registers this app for its protocol. The packages do so too; this is for uninstalled apps (AppImage) and for changes
 * of other programs.
 * @param deps.run runs a program of the operating system
 */
export async function registerProtocol(deps: {
  readonly app: Pick<
    App,
    | 'getApplicationNameForProtocol'
    | 'isDefaultProtocolClient'
    | 'name'
    | 'removeAsDefaultProtocolClient'
    | 'setAsDefaultProtocolClient'
  > & { once(event: 'will-quit', listener: () => void): unknown };
  readonly log: Log;
  readonly platform?: NodeJS.Platform;
  readonly run?: typeof execute;
}): Promise<void> {
  const { app, log, platform = process.platform, run = execute } = deps;
  const isDone =
    platform === 'linux'
      ? await registerOnLinux(run)
      : platform === 'win32'
        ? registerOnWindows(app)
        : app.isDefaultProtocolClient(protocol) || app.setAsDefaultProtocolClient(protocol);
  // If it is refused, there are two other ways to sign in.
  if (!isDone) log.info('protocol-not-registered');
}

/**
 * An installer has registered it, for the user or for the computer; Electron checks only the user's part of the
 * registry. A registration by an app that was only unpacked is removed when it ends, because nothing else would remove
 * it.
 */
function registerOnWindows(app: Parameters<typeof registerProtocol>[0]['app']): boolean {
  if (app.isDefaultProtocolClient(protocol)) return true;
  if (app.getApplicationNameForProtocol(`${protocol}://`) === app.name) return true;
  if (!app.setAsDefaultProtocolClient(protocol)) return false;
  app.once('will-quit', () => void app.removeAsDefaultProtocolClient(protocol));
  return true;
}

/** Does the same as Chromium, which blocks the whole app until those programs, shell scripts, have ended. */
async function registerOnLinux(run: typeof execute): Promise<boolean> {
  const about = ['default-url-scheme-handler', protocol, desktopFile];
  const { stdout } = await run('xdg-settings', ['check', ...about]);
  if (stdout.toString('utf8').trim() === 'yes') return true;
  return (await run('xdg-settings', ['set', ...about])).code === 0;
}

import type { App } from 'electron';
import type { Log } from '../../base/host.ts';
import { execute } from '../execute.ts';

/** The protocol by which a browser returns to the app: `compute-desk://oauth/callback`. */
const protocol = 'compute-desk';
/** What the packages for Linux install. */
const desktopFile = 'compute-desk.desktop';

/**
 * Has the operating system hand the addresses of the app's protocol to this app. The packages say so
 * too; this is for those that are not installed (AppImage) and for what another program has changed.
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
  // Where it is refused, signing in has two other ways.
  if (!isDone) log.info('protocol-not-registered');
}

/**
 * An installer has registered it, for the user or for the machine; Electron looks at the user's part of the registry
 * only. What is written here, by an app that was only unpacked, goes when it ends: nothing else would remove it.
 */
function registerOnWindows(app: Parameters<typeof registerProtocol>[0]['app']): boolean {
  if (app.isDefaultProtocolClient(protocol)) return true;
  if (app.getApplicationNameForProtocol(`${protocol}://`) === app.name) return true;
  if (!app.setAsDefaultProtocolClient(protocol)) return false;
  app.once('will-quit', () => void app.removeAsDefaultProtocolClient(protocol));
  return true;
}

/** As Chromium does, which holds all of the app up until those programs, scripts of a shell, have ended. */
async function registerOnLinux(run: typeof execute): Promise<boolean> {
  const about = ['default-url-scheme-handler', protocol, desktopFile];
  const { stdout } = await run('xdg-settings', ['check', ...about]);
  if (stdout.toString('utf8').trim() === 'yes') return true;
  return (await run('xdg-settings', ['set', ...about])).code === 0;
}

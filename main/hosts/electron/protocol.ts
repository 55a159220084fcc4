import type { App } from 'electron';
import type { Log } from '../../host.ts';

/** The protocol by which a browser returns to the app: `compute-desk://oauth/callback`. */
const protocol = 'compute-desk';

/**
 * Has the operating system hand the addresses of the app's protocol to this app. The packages say so
 * too; this is for those that are not installed (AppImage) and for what another program has changed.
 */
export function registerProtocol(
  app: Pick<App, 'isDefaultProtocolClient' | 'setAsDefaultProtocolClient'>,
  log: Log,
): void {
  if (app.isDefaultProtocolClient(protocol)) return;
  // Where it is refused, signing in has two other ways.
  if (!app.setAsDefaultProtocolClient(protocol)) log.info('protocol-not-registered');
}

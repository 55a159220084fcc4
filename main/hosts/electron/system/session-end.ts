import type { EventEmitter } from 'node:events';

/** How long after the system's word a session counts as ending, ms; another app may have cancelled it by then. */
const longest = 60_000;

type Emitter = Pick<EventEmitter, 'on'>;

/**
 * Follows the end of the user's session (log-out, restart, shutdown), of which Electron's own events of quitting say
 * nothing: Windows ends the process without them, and macOS asks the app to quit as the user does.
 * @param options.app emits `browser-window-created`; its windows `session-end` (Windows only, cannot be prevented)
 * @param options.monitor powerMonitor, of which macOS and Linux emit `shutdown`; only macOS says so at a log-out
 * @param options.end closes the core and ends the process, as `will-quit` does
 * @returns whether the session is ending
 */
export function followSessionEnd(options: {
  readonly app: Emitter;
  readonly monitor: Emitter;
  readonly platform: NodeJS.Platform;
  readonly end: () => void;
  /** Ms that only go forward. */
  readonly uptime: () => number;
}): () => boolean {
  const { app, monitor, platform, end, uptime } = options;
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (): void => {
    saidAt = uptime();
  };
  if (platform === 'win32') {
    app.on('browser-window-created', (_event: unknown, window: Emitter) => {
      window.on('session-end', () => {
        say();
        end();
      });
    });
  }
  // a listener on Linux would have Electron delay the shutdown of the computer
  if (platform === 'darwin') monitor.on('shutdown', say);
  return () => uptime() - saidAt < longest;
}

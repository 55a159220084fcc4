import type { EventEmitter } from 'node:events';

/**
 * How long a session counts as ending after the system's announcement, ms; another app may have cancelled it by then.
 */
const longest = 60_000;

type Emitter = Pick<EventEmitter, 'on'>;

/**
 * Follows the end of the user's session (log-out, restart, shutdown), which Electron's own quit events do not report:
 * Windows ends the process without them, and macOS asks the app to quit like the user.
 * @param options.app emits `browser-window-created`; its windows `session-end` (Windows only, cannot be prevented)
 * @param options.monitor powerMonitor, which emits `shutdown` on macOS and Linux; only macOS does so at a log-out
 * @param options.end closes the core and ends the process, as `will-quit` does
 * @returns whether the session is ending
 */
export function followSessionEnd(options: {
  readonly app: Emitter;
  readonly monitor: Emitter;
  readonly platform: NodeJS.Platform;
  readonly end: () => void;
  /** Monotonic clock, ms. */
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
  // a listener on Linux would make Electron delay the computer's shutdown
  if (platform === 'darwin') monitor.on('shutdown', say);
  return () => uptime() - saidAt < longest;
}

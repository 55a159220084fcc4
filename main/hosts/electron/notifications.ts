import type { Notification } from 'electron';
import type { Log, SystemNotification, SystemNotifications } from '../../base/host.ts';

/** Maximum notifications whose clicks are handled: unreferenced ones get no events. */
const mostHeard = 50;
/** A notification service that takes longer than this, ms, blocks the whole app and is paused for a while. */
const patience = 2_000;
const rest = 10 * 60_000;

/**
 * On Linux the text below the title is markup (Desktop Notifications Specification, section 4); elsewhere it is plain.
 */
export function notificationBody(platform: NodeJS.Platform, text: string): string {
  if (platform !== 'linux') return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Shows notifications of the operating system. A click shows the window at the notification's place. */
export function createSystemNotifications(options: {
  readonly platform: NodeJS.Platform;
  readonly supported: () => boolean;
  readonly create: (wanted: { title: string; body: string; silent: boolean }) => Notification;
  /** Electron's notifications on Linux have no sound setting: the desktop decides, and users who want one get this. */
  readonly beep: () => void;
  readonly showWindow: (place: string) => void;
  readonly log: Log;
  /** Monotonic clock, ms. */
  readonly uptime: () => number;
}): SystemNotifications {
  const { platform, log, uptime } = options;
  const heard = new Set<Notification>();
  let restUntil = Number.NEGATIVE_INFINITY;

  function click({ clicked, place }: SystemNotification): void {
    try {
      clicked();
    } catch (cause) {
      // its system is gone: the window is shown anyway
      log.error('notice-clicked', cause);
    }
    options.showWindow(place);
  }

  return {
    supported: options.supported,
    show(notice) {
      if (!options.supported()) return;
      const started = uptime();
      if (started < restUntil) {
        log.info('notice-left-out');
        return;
      }
      const { title, body, sound } = notice;
      const shown = options.create({
        title,
        body: notificationBody(platform, body),
        silent: !sound,
      });
      heard.add(shown);
      const [oldest] = heard;
      if (heard.size > mostHeard && oldest !== undefined) heard.delete(oldest);
      shown.on('click', () => click(notice));
      shown.on('show', () => notice.settled?.(true));
      shown.on('failed', (_event, error) => {
        log.error('notice-not-shown', new Error(error));
        notice.settled?.(false);
      });
      shown.show();
      if (sound && platform === 'linux') options.beep();
      if (uptime() - started > patience) restUntil = uptime() + rest;
    },
  };
}

import type { Notification } from 'electron';
import type { Log, OwnNotice, OwnNotices } from '../../base/host.ts';

/** So many are heard when they are clicked: what is no longer referred to hears nothing. */
const mostHeard = 50;
/** Who takes longer than this, ms, to take one holds the whole app up meanwhile, and is left alone for a while. */
const patience = 2_000;
const rest = 10 * 60_000;

/** On Linux the text under the title is markup (Desktop Notifications Specification, section 4); elsewhere it is text. */
export function bodyFor(platform: NodeJS.Platform, text: string): string {
  if (platform !== 'linux') return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Shows notices by the operating system. A click shows the window at the notice's place. */
export function createOwnNotices(options: {
  readonly platform: NodeJS.Platform;
  readonly supported: () => boolean;
  readonly create: (wanted: { title: string; body: string; silent: boolean }) => Notification;
  /** Electron's notices on Linux say nothing of sound: the desktop decides, and who wants one gets this. */
  readonly beep: () => void;
  readonly showWindow: (place: string) => void;
  readonly log: Log;
  /** Ms that only go forward. */
  readonly uptime: () => number;
}): OwnNotices {
  const { platform, log, uptime } = options;
  const heard = new Set<Notification>();
  let restUntil = Number.NEGATIVE_INFINITY;

  function click({ clicked, place }: OwnNotice): void {
    try {
      clicked();
    } catch (cause) {
      // its system is gone: the window is shown all the same
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
      const shown = options.create({ title, body: bodyFor(platform, body), silent: !sound });
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

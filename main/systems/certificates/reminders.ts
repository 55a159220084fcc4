import type { Certificate } from '../../../preload/contract/systems/certificates.ts';
import type { SettingsFile } from '../../base/host.ts';
import { dueReminder } from '../../base/x509/reader/index.ts';

const key = 'certificateReminders';
const hour = 3_600_000;

/**
 * Creates reminders 30, 7 and 1 days before a certificate expires, each shown until it is dismissed. Calls `look` every
 * hour, because the app stays open for days.
 */
export function createReminders(settings: SettingsFile, look: () => void) {
  const timer = setInterval(look, hour).unref();
  const dismissed = (): Record<string, unknown> => {
    const stored = settings.get(key);
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  };
  return {
    due(id: string, notAfter: string, now: Date): Certificate['reminder'] {
      const due = dueReminder(notAfter, now.getTime());
      return due === null || dismissed()[id] === due ? null : due;
    },
    dismiss(id: string, notAfter: string, now: Date): void {
      const due = dueReminder(notAfter, now.getTime());
      if (due !== null) settings.set(key, { ...dismissed(), [id]: due });
    },
    forget(id: string): void {
      const { [id]: _gone, ...rest } = dismissed();
      settings.set(key, rest);
    },
    close: () => clearInterval(timer),
  };
}

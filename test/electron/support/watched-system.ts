import type { NotificationRule } from '../../../preload/contract/machines/notifications.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import type { WatchedPlace } from '../../support/files/watched-place.ts';
import { callOf, type Desk } from './desk.ts';

/** Tells of down and degraded with the first check. */
export const plainRule: NotificationRule = {
  ...{ on: true, states: ['down', 'degraded'], recovery: true, unreachable: true },
  ...{ seen: 1, of: 1, quiet: null, sound: false, groups: [], machines: [] },
};

export interface WatchedSystem {
  readonly systemId: string;
  setRule(rule: Partial<NotificationRule>): Promise<void>;
  /** One check, with these answers. */
  see(statuses: Readonly<Record<string, string>> | null): Promise<void>;
}

/** The place as a system of the app, on screen. @param every seconds between checks by timer; else one sees to it */
export async function watch(desk: Desk, place: WatchedPlace, every = 3600): Promise<WatchedSystem> {
  const call = callOf(desk);
  const { id: systemId } = await call<System>('systems.add', {
    ...{ name: 'Place', webApiUrl: place.address, authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  await call('machineChoices.setPolling', { systemId, polling: { every, troubled: every } });
  await call('systems.select', { id: systemId });
  return watched(desk, place, systemId);
}

/** The same system of an app that was started anew. */
export function watched(desk: Desk, place: WatchedPlace, systemId: string): WatchedSystem {
  const call = callOf(desk);
  return {
    systemId,
    setRule: (rule) => call('notifications.setRule', { systemId, rule: { ...plainRule, ...rule } }),
    async see(statuses) {
      place.say(statuses);
      const before = place.asked();
      // one that was under way already is no other
      while (place.asked() === before) await call('machines.refresh', { systemId });
    },
  };
}

/** Closes the window as the user does. */
export const closeWindow = ({ electron }: Desk): Promise<void> =>
  electron.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.close());
  });

export const windowsOf = ({ electron }: Desk): Promise<string[]> =>
  electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => new URL(webContents.getURL()).hash),
  );

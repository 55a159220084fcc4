import { setTimeout as delay } from 'node:timers/promises';
import type { Emit, Handlers } from '../../../preload/contract/index.ts';
import type { MachinesState } from '../../../preload/contract/machines/machines.ts';
import { inBackground } from '../../base/async/background.ts';
import type { Log } from '../../base/host.ts';
import type { Network } from '../../base/network/index.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Accesses } from '../../systems/access/index.ts';
import type { LinkChange, Links } from '../../systems/links/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { MachineChoices } from '../choices/index.ts';
import type { MachineHistory } from '../history/index.ts';
import type { Notifications } from '../notifications/index.ts';
import { createMonitor, type Monitor } from './monitor.ts';
import { type Overview, overviewOf } from './overview.ts';
import { createPause, type Pause } from './pause.ts';
import { createPauseReasons, createRest, type Rest } from './pause-reasons.ts';
import { createMachineStore } from './store.ts';

export { createAlarm } from './alarm.ts';
export type { MachineInTrouble, Overview } from './overview.ts';
export type { Rest } from './pause-reasons.ts';
export { webApiRefusal } from './refusals.ts';
export { callWebApi, type Refusals } from './request.ts';
export { nextDelay, wakeDelay } from './schedule.ts';
export { checkRows, machineRows } from './store.ts';

export interface MachinesDeps {
  readonly systems: SystemsReader;
  readonly links: Pick<Links, 'to' | 'onChange'>;
  readonly access: Pick<Accesses, 'openWebApi'>;
  readonly network: Network;
  readonly database: Database;
  readonly history: Pick<MachineHistory, 'recorder'>;
  /** Meanings of raw values, and polling intervals. */
  readonly meanings: Pick<MachineChoices, 'stateOf' | 'onMeaning' | 'polling' | 'onPolling'>;
  /** The user's notification rules; systems with rules are polled as well. */
  readonly notifications: Pick<Notifications, 'observed' | 'missed' | 'wanted' | 'onWanted'>;
  /** Listens for sleep (true) and wake-up; absent without such events. @returns stops listening */
  readonly onSleep?: ((listener: (asleep: boolean) => void) => () => void) | undefined;
  /** Called after each good answer of a system. */
  readonly checked?: ((systemId: string) => void) | undefined;
  /** Listens for screen lock (true) and unlock; absent without such events. @returns stops listening */
  readonly onScreenLocked?: ((listener: (locked: boolean) => void) => () => void) | undefined;
  /** Returns whether to poll on a metered connection too; default yes. */
  readonly onMetered?: (() => boolean) | undefined;
  readonly emit: Emit;
  readonly log: Log;
  readonly now?: () => Date;
  /** Monotonic clock, ms; default: since the process began. */
  readonly uptime?: () => number;
  /** In [0, 1): jitter of the back-off. */
  readonly random?: () => number;
  /** How long the first check waits for the host to show its window, ms; default 300. */
  readonly startDelay?: number;
}

export interface Machines {
  readonly calls: Handlers<'machines'>;
  /** Returns a system's machine states as last seen. @throws AppError `no-system` */
  snapshot(systemId: string): Promise<MachinesState>;
  /** Checks now. A failure is in the snapshot. @throws AppError `no-system` */
  refresh(systemId: string): Promise<void>;
  /** Returns all polled systems, as last seen. */
  overview(): Overview;
  /** The user's own pause of polling. */
  readonly pause: Pause;
  /** When nothing is polled, for others that poll. */
  readonly rest: Rest;
  /** Call when the user changed whether to poll on a metered connection. */
  followLine(): void;
  close(): Promise<void>;
}

/** The first TLS request reads the operating system's authorities, which blocks main for 100 ms. */
const defaultStartDelay = 300;

/** Machine states of the systems: polls the selected one and those with notification rules, checks others on demand. */
export function createMachines(deps: MachinesDeps): Machines {
  const { systems, links, log, meanings } = deps;
  const store = createMachineStore(deps.database, meanings.stateOf);
  const monitors = new Map<string, Monitor>();
  const shown = waitFor(deps.startDelay ?? defaultStartDelay);
  const background = inBackground(log);
  let closed = false;
  let metered = false;
  const holds = createPauseReasons((held) => {
    for (const monitor of monitors.values()) monitor.hold(held);
  });
  const { rest, hold } = createRest(holds);
  const pause = createPause({
    now: deps.now ?? (() => new Date()),
    set: (on) => hold('paused', on),
  });
  const followLine = () => hold('metered', metered && deps.onMetered?.() === false);

  function monitorOf(systemId: string): Monitor {
    systems.get(systemId);
    const known = monitors.get(systemId);
    if (known !== undefined) return known;
    const monitor = createMonitor({
      systemId,
      store,
      history: deps.history.recorder(systemId),
      read: (status) => meanings.stateOf(systemId, status),
      polling: () => meanings.polling(systemId),
      async access() {
        await shown;
        return deps.access.openWebApi(systemId);
      },
      network: deps.network,
      watcher: deps.notifications,
      checked: () => deps.checked?.(systemId),
      log,
      changed: (state) => deps.emit('machines.changed', state),
      uptime: deps.uptime ?? (() => performance.now()),
      now: deps.now ?? (() => new Date()),
      random: deps.random ?? Math.random,
    });
    monitors.set(systemId, monitor);
    monitor.hold(holds.current());
    return monitor;
  }

  const hasWebApi = (systemId: string): boolean => links.to(systemId, 'webApi').address !== null;

  const isWatched = (systemId: string): boolean => {
    const { selectedId, systems: all } = systems.state();
    if (systemId !== selectedId && !deps.notifications.wanted(systemId)) return false;
    return all.some(({ id }) => id === systemId) && hasWebApi(systemId);
  };

  function followLink(change: LinkChange): void {
    const { systemId } = change;
    const monitor = monitors.get(systemId);
    if (closed || monitor === undefined || change.service !== 'webApi') return;
    if (change.removed) {
      monitors.delete(systemId);
      background('machines.close', monitor.close());
      return;
    }
    const { address, trust, identity, moved } = change;
    if (!hasWebApi(systemId)) monitor.watch(false);
    if (address || trust || identity || isWatched(systemId)) {
      background('machines.reset', monitor.reset(moved));
    }
  }

  function followSelection(): void {
    if (closed) return;
    for (const { id } of systems.state().systems) if (isWatched(id)) monitorOf(id);
    for (const [id, monitor] of monitors) monitor.watch(isWatched(id));
  }

  const unfollow = [
    links.onChange(followLink),
    systems.onChange(followSelection),
    meanings.onMeaning((systemId) => monitors.get(systemId)?.reread()),
    deps.notifications.onWanted(followSelection),
    meanings.onPolling((systemId) => monitors.get(systemId)?.repace()),
    deps.onSleep?.((asleep) => hold('asleep', asleep)),
    deps.onScreenLocked?.((locked) => hold('locked', locked)),
  ];
  followSelection();

  const snapshot = async (systemId: string) => monitorOf(systemId).snapshot();
  const refresh = async (systemId: string) => monitorOf(systemId).check(true);
  return {
    calls: {
      snapshot: ({ systemId }) => snapshot(systemId),
      refresh: ({ systemId }) => refresh(systemId),
      async line(connection) {
        metered = connection.metered;
        followLine();
      },
    },
    snapshot,
    refresh,
    overview() {
      const watched = systems.state().systems.filter(({ id }) => isWatched(id));
      const states = watched.map(({ id }) => monitorOf(id).state());
      return overviewOf(states, (id) => systems.get(id).name);
    },
    pause,
    rest,
    followLine,
    async close() {
      closed = true;
      pause.close();
      for (const stop of unfollow) stop?.();
      await Promise.all([...monitors.values()].map((monitor) => monitor.close()));
    },
  };
}

async function waitFor(ms: number): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { ref: false });
}

import type { Handlers } from '../../../preload/contract/index.ts';
import type { GapReason } from '../../../preload/contract/machines/machine-history.ts';
import type { Machine } from '../../../preload/contract/machines/machines.ts';
import type {
  MachineChange,
  MachineNotification,
  NotificationRule,
} from '../../../preload/contract/machines/notifications.ts';
import type { Log } from '../../base/host.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import type { MachineChoices } from '../choices/index.ts';
import { createShow, type ShowDeps } from './show.ts';
import { createNotificationStore, shorten } from './store.ts';
import { createWatch, type FloodLimit, type Watch } from './watch.ts';

export { machinePlace } from './show.ts';
export { notificationRows, ruleRows, subjectRows } from './store.ts';
export { stateName } from './texts.ts';

/** Machines of one name are distinguished by their order, from 0. */
interface Numbered {
  readonly name: string;
  readonly nth: number;
}

export interface NotificationsDeps extends ShowDeps {
  readonly database: Database;
  /**
   * Returns the machines with planned maintenance at a time (ms since 1970), `null` being the Web API: they cause no
   * notifications. Default: none.
   */
  readonly planned?: (
    systemId: string,
    machines: readonly Numbered[],
    at: number,
  ) => (machine: Numbered | null) => boolean;
  /** Knows the user's groups of machines; absent: there are none. */
  readonly meanings?: Pick<MachineChoices, 'groupOf'>;
  readonly log: Log;
  readonly now?: () => Date;
  /** Returns the minute of the day at a time, ms since 1970; default: by the computer's clock. */
  readonly minuteOf?: (at: number) => number;
  /** How many notifications of a system are too many. */
  readonly flood?: FloodLimit;
}

/** Notifies the user of changes: off by default, set per system. */
export interface Notifications {
  readonly calls: Handlers<'notifications'>;
  /** Returns whether to watch a system also while another is on screen. */
  wanted(systemId: string): boolean;
  /** Returns whether the user wants notifications for any system. */
  wantedOfAny(): boolean;
  /** Listens for changed notification rules. @returns stops listening */
  onWanted(listener: () => void): () => void;
  /** Handles a good answer. @param at ms since 1970 */
  observed(
    systemId: string,
    at: number,
    machines: readonly Pick<Machine, 'name' | 'status' | 'state'>[],
  ): void;
  /** Handles a gap with its reason. */
  missed(systemId: string, at: number, reason: GapReason, detail: string | null): void;
  /**
   * Tells of a system's jobs, also where its machines are not watched; quiet hours and floods count. An empty list
   * gives what was held back, if it is time. `statements` are written in the same transaction, so each is told once.
   * Returns whether some are still held back.
   */
  jobs(
    systemId: string,
    at: number,
    changes: readonly MachineChange[],
    statements: readonly Statement[],
  ): Promise<boolean>;
  /** Deletes everything stored for a system. */
  forget(systemId: string): Promise<void>;
  /** Resolves once every observation is evaluated. */
  close(): Promise<void>;
}

const usual: NotificationRule = {
  on: false,
  states: ['down', 'degraded'],
  recovery: true,
  unreachable: true,
  seen: 2,
  of: 3,
  quiet: null,
  sound: false,
  groups: [],
  machines: [],
};

const usualFlood: FloodLimit = { most: 10, within: 15 * 60_000 };

export async function createNotifications(deps: NotificationsDeps): Promise<Notifications> {
  const { database, emit, log, own, systems } = deps;
  const now = deps.now ?? (() => new Date());
  const store = createNotificationStore(database);
  const rules = await store.rules();
  const watches = new Map<string, Watch>();
  const listeners = new Set<() => void>();
  const underWay = new Set<Promise<unknown>>();
  let lastId: Promise<number> | null = null;
  const ruleOf = (systemId: string): NotificationRule => rules.get(systemId) ?? usual;
  const { show, failed } = createShow(deps, ruleOf);

  function nextId(): Promise<number> {
    lastId = (lastId ?? store.lastId()).then((id) => id + 1);
    return lastId;
  }

  function give(notification: MachineNotification): void {
    if (notification.outcome === 'given') show(shorten(notification));
    emit('notifications.changed', { systemId: notification.systemId });
  }

  function watchOf(systemId: string): Watch {
    const known = watches.get(systemId);
    if (known !== undefined) return known;
    const watch = createWatch({
      systemId,
      database,
      store,
      nextId,
      give,
      rule: () => ruleOf(systemId),
      groupOf: (machine) => deps.meanings?.groupOf(systemId, machine) ?? '',
      minuteOf: deps.minuteOf ?? minuteOf,
      planned: (machines, at) => deps.planned?.(systemId, machines, at) ?? (() => false),
      flood: deps.flood ?? usualFlood,
    });
    watches.set(systemId, watch);
    return watch;
  }

  function follow(systemId: string, work: (watch: Watch) => Promise<void>): void {
    if (!ruleOf(systemId).on) return;
    const done = work(watchOf(systemId))
      .catch((cause: unknown) => log.error('notifications.watch', cause, { systemId }))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }

  return {
    calls: {
      async snapshot({ systemId }) {
        const past = await store.past(systemId);
        const by = own === undefined ? 'page' : own.supported() ? 'host' : 'nobody';
        return { rule: ruleOf(systemId), past, by, failed: failed() };
      },
      async setRule({ systemId, rule }) {
        systems.get(systemId);
        await database.run(...store.settingRule(systemId, rule));
        rules.set(systemId, rule);
        if (!rule.on) watches.delete(systemId);
        for (const listener of listeners) listener();
        emit('notifications.changed', { systemId });
      },
      async test({ systemId }) {
        systems.get(systemId);
        const at = now().getTime();
        show({ id: 0, systemId, at, outcome: 'given', changes: [], more: 0 });
      },
      async clear({ systemId }) {
        await store.clear(systemId);
        emit('notifications.changed', { systemId });
      },
    },
    wanted: (systemId) => ruleOf(systemId).on,
    wantedOfAny: () => [...rules.values()].some(({ on }) => on),
    onWanted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    observed(systemId, at, machines) {
      follow(systemId, (watch) => watch.observed(at, numbered(machines)));
    },
    missed(systemId, at, reason, detail) {
      follow(systemId, (watch) =>
        reason === 'unreachable' ? watch.unreachable(at, detail ?? '') : watch.missed(),
      );
    },
    jobs: (systemId, at, changes, statements) => {
      const done = watchOf(systemId)
        .jobs(at, changes, statements)
        .finally(() => underWay.delete(done));
      underWay.add(done);
      return done;
    },
    async forget(systemId) {
      rules.delete(systemId);
      watches.delete(systemId);
    },
    async close() {
      await Promise.all(underWay);
    },
  };
}

/** Machines of one name are distinguished by their order. */
function numbered<T extends { readonly name: string }>(machines: readonly T[]) {
  const seen = new Map<string, number>();
  return machines.map((machine) => {
    const nth = seen.get(machine.name) ?? 0;
    seen.set(machine.name, nth + 1);
    return { ...machine, nth };
  });
}

function minuteOf(at: number): number {
  const date = new Date(at);
  return date.getHours() * 60 + date.getMinutes();
}

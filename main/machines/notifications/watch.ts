import type {
  MachineChange,
  MachineNotification,
  NotificationRule,
} from '../../../preload/contract/machines/notifications.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { afterQuiet, gather, isQuiet } from './gather.ts';
import { type CheckedSubject, judge, type TrackedSubject, webApi } from './judge.ts';
import { subjectRules } from './rules.ts';
import type { NotificationStore } from './store.ts';

/** More notifications of one system within this time, ms, are a flood: then they are held, and sent together. */
export interface FloodLimit {
  readonly most: number;
  readonly within: number;
}

/** Maximum held notifications; then they are combined. */
const mostHeld = 20;

/** Evaluates the checks of one system. Stores notifications before sending them: none is sent twice. */
export interface Watch {
  /** Handles a good answer. @param at ms since 1970 */
  observed(at: number, machines: readonly CheckedSubject[]): Promise<void>;
  unreachable(at: number, code: string): Promise<void>;
  /** Handles a gap whose reason says nothing about the system. */
  missed(): Promise<void>;
  /**
   * Tells of jobs, whatever the rule about machines is; `statements` are written in the same transaction. Returns
   * whether notifications are held back.
   */
  jobs(
    at: number,
    changes: readonly MachineChange[],
    statements: readonly Statement[],
  ): Promise<boolean>;
}

export function createWatch(options: {
  readonly systemId: string;
  readonly database: Database;
  readonly store: NotificationStore;
  readonly rule: () => NotificationRule;
  /** Returns the group to which the user assigned a machine; empty for none. */
  readonly groupOf: (machine: Pick<CheckedSubject, 'name' | 'nth'>) => string;
  readonly nextId: () => Promise<number>;
  /** Returns the minute of the day at a time, ms since 1970. */
  readonly minuteOf: (at: number) => number;
  readonly give: (notice: MachineNotification) => void;
  /** Returns the machines with planned maintenance at a time; `null` is the Web API. */
  readonly planned: (
    machines: readonly CheckedSubject[],
    at: number,
  ) => (machine: CheckedSubject | null) => boolean;
  readonly flood: FloodLimit;
}): Watch {
  const { systemId, database, store, flood } = options;
  let followed: Map<string, TrackedSubject> | null = null;
  /** Notifications may wait for the end of quiet hours; unknown at first. */
  let holding = true;
  /** The time just before was not observed. */
  const gap = { webApi: true, machines: true };
  /** Subjects that caused no notification at the last check because of planned maintenance. */
  let silent: ReadonlySet<string> = new Set();
  const next = serialQueue();
  /** Times of the last notifications, ms since 1970. */
  let given: number[] = [];
  let flooded = false;

  /** A flood lasts until there was no notification for a while. */
  function isFlood(at: number): boolean {
    given = given.filter((one) => one <= at && one > at - flood.within);
    flooded = given.length >= flood.most || (flooded && given.length > 0);
    return flooded;
  }

  async function load(): Promise<Map<string, TrackedSubject>> {
    const subjects = await store.subjects(systemId);
    return new Map(
      subjects.map((subject) => [keyOf(subject), { subject, recent: [], times: 0 } as const]),
    );
  }

  async function look(at: number, sights: readonly CheckedSubject[]): Promise<void> {
    const rule = options.rule();
    if (!rule.on) return;
    const ruleOf = subjectRules(rule, options.groupOf);
    const known = followed ?? (await load());
    // after a failure from here on the stored state is loaded again
    followed = null;
    const statements: Statement[] = [];
    const changes: MachineChange[] = [];
    const isPlanned = options.planned(
      sights.filter(({ nth }) => nth >= 0),
      at,
    );
    const before = silent;
    silent = new Set(sights.filter((one) => isPlanned(one.nth < 0 ? null : one)).map(keyOf));
    for (const sight of sights) {
      const key = keyOf(sight);
      // the confirmed state stays: a difference afterwards is notified then
      if (silent.has(key)) continue;
      const afterGap = before.has(key) || (sight.nth < 0 ? gap.webApi : gap.machines);
      const judged = judge(ruleOf(sight), known.get(key) ?? null, sight, { at, afterGap });
      known.set(key, judged.followed);
      if (judged.written) statements.push(store.keeping(systemId, judged.followed.subject));
      if (judged.change !== null) changes.push(judged.change);
    }
    await deliver(at, changes, statements);
    followed = known;
  }

  /** Writes the changes together with `written`, and gives them or holds them back. */
  async function deliver(
    at: number,
    changes: readonly MachineChange[],
    written: readonly Statement[],
  ): Promise<void> {
    const rule = options.rule();
    const held = holding ? await store.held(systemId) : [];
    // after a failure from here on the held ones are loaded again
    holding = true;
    const statements = [...written];
    const wasFlooded = flooded;
    const holds = isFlood(at) || isQuiet(rule, options.minuteOf(at));
    const gathers = held.length > 0 && (!holds || held.length >= mostHeld);
    if (gathers) statements.push(store.gathering(systemId));
    const outcome = holds ? 'held' : 'given';
    const notifications: MachineNotification[] = [];
    for (const group of groupsOf(gathers ? held : [], changes)) {
      notifications.push({ id: await options.nextId(), systemId, at, outcome, ...group });
    }
    statements.push(...notifications.flatMap(store.adding));
    if (statements.length > 0) await database.runAll(statements);
    holding = holds && held.length + notifications.length > 0;
    if (!holds) {
      // notifications right after a flood still belong to it
      const counted = wasFlooded && held.length > 0 ? flood.most : notifications.length;
      given.push(...Array<number>(counted).fill(at));
    }
    for (const notice of notifications) options.give(notice);
  }

  return {
    observed: (at, machines) =>
      next(async () => {
        followed ??= await load();
        const here = new Set(machines.map(keyOf));
        const gone: CheckedSubject[] = [...followed.values()]
          .filter(({ subject }) => subject.nth >= 0 && !here.has(keyOf(subject)))
          .map(({ subject: { name, nth } }) => ({ name, nth, state: 'unknown', status: '' }));
        await look(at, [{ ...webApi, state: 'up', status: '' }, ...machines, ...gone]);
        gap.webApi = false;
        gap.machines = false;
      }),
    unreachable: (at, code) =>
      next(async () => {
        await look(at, [{ ...webApi, state: 'down', status: code }]);
        gap.webApi = false;
        gap.machines = true;
      }),
    jobs: (at, changes, statements) =>
      next(async () => {
        await deliver(at, changes, statements);
        return holding;
      }),
    missed: () =>
      next(async () => {
        gap.webApi = true;
        gap.machines = true;
      }),
  };
}

type Group = Pick<MachineNotification, 'changes' | 'more'>;

/** Combines held notifications into one, with the changes since. */
function groupsOf(
  held: readonly MachineNotification[],
  changes: readonly MachineChange[],
): Group[] {
  if (held.length === 0) return gather(changes).map((group) => ({ changes: group, more: 0 }));
  const more = held.reduce((sum, one) => sum + one.more, 0);
  return [{ changes: afterQuiet([...held.map((one) => one.changes), changes]), more }];
}

function keyOf({ name, nth }: { readonly name: string; readonly nth: number }): string {
  return `${nth} ${name}`;
}

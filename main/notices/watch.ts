import type { Notice, NoticeChange, NoticeRule } from '../../preload/contract/notices.ts';
import type { Database, Statement } from '../storage/database.ts';
import { afterQuiet, gather, isQuiet } from './gather.ts';
import { type Followed, judge, type Sight, webApi } from './judge.ts';
import type { NoticeStore } from './store.ts';

/** Follows the checks of one system. What is to be told is written first: nothing is told twice. */
export interface Watch {
  /** A good answer. @param at ms since 1970 */
  observed(at: number, machines: readonly Sight[]): Promise<void>;
  unreachable(at: number, code: string): Promise<void>;
  /** Nothing was observed, for a reason that says nothing of the system. */
  missed(): Promise<void>;
}

export function createWatch(options: {
  readonly systemId: string;
  readonly database: Database;
  readonly store: NoticeStore;
  readonly rule: () => NoticeRule;
  readonly nextId: () => Promise<number>;
  /** Minute of the day at a moment, ms since 1970. */
  readonly minuteOf: (at: number) => number;
  readonly give: (notice: Notice) => void;
  /** Whom maintenance is planned for at a moment; `null` is the Web API. */
  readonly planned: (machines: readonly Sight[], at: number) => (machine: Sight | null) => boolean;
}): Watch {
  const { systemId, database, store } = options;
  let followed: Map<string, Followed> | null = null;
  /** Something may wait for the end of quiet hours; at first it is not known. */
  let holding = true;
  /** Nobody looked just before. */
  const gap = { webApi: true, machines: true };
  /** Of whom nothing was told at the last check, because maintenance was planned. */
  let silent: ReadonlySet<string> = new Set();
  let queue: Promise<unknown> = Promise.resolve();

  async function load(): Promise<Map<string, Followed>> {
    const subjects = await store.subjects(systemId);
    return new Map(
      subjects.map((subject) => [keyOf(subject), { subject, recent: [], times: 0 } as const]),
    );
  }

  async function look(at: number, sights: readonly Sight[]): Promise<void> {
    const rule = options.rule();
    if (!rule.on) return;
    const known = followed ?? (await load());
    const held = holding ? await store.held(systemId) : [];
    // what fails from here on is looked at anew, from what is kept
    followed = null;
    holding = true;
    const statements: Statement[] = [];
    const changes: NoticeChange[] = [];
    const isPlanned = options.planned(
      sights.filter(({ nth }) => nth >= 0),
      at,
    );
    const before = silent;
    silent = new Set(sights.filter((one) => isPlanned(one.nth < 0 ? null : one)).map(keyOf));
    for (const sight of sights) {
      const key = keyOf(sight);
      // what counts stays as it was before: what is different afterwards is told then
      if (silent.has(key)) continue;
      const afterGap = before.has(key) || (sight.nth < 0 ? gap.webApi : gap.machines);
      const judged = judge(rule, known.get(key) ?? null, sight, { at, afterGap });
      known.set(key, judged.followed);
      if (judged.written) statements.push(store.keeping(systemId, judged.followed.subject));
      if (judged.change !== null) changes.push(judged.change);
    }
    const quiet = isQuiet(rule, options.minuteOf(at));
    const groups = groupsOf(quiet ? [] : held, changes);
    if (!quiet && held.length > 0) statements.push(store.gathering(systemId));
    const told: Notice[] = [];
    for (const group of groups) {
      const id = await options.nextId();
      const outcome = quiet ? 'held' : 'given';
      told.push({ id, systemId, at, outcome, changes: group, more: 0 });
    }
    statements.push(...told.flatMap(store.adding));
    if (statements.length > 0) await database.runAll(statements);
    followed = known;
    holding = quiet && held.length + told.length > 0;
    for (const notice of told) options.give(notice);
  }

  function next(work: () => Promise<void>): Promise<void> {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  }

  return {
    observed: (at, machines) =>
      next(async () => {
        followed ??= await load();
        const here = new Set(machines.map(keyOf));
        const gone: Sight[] = [...followed.values()]
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
    missed: () =>
      next(async () => {
        gap.webApi = true;
        gap.machines = true;
      }),
  };
}

/** What was held comes in one notice, with what changed since. */
function groupsOf(held: readonly Notice[], changes: readonly NoticeChange[]): NoticeChange[][] {
  if (held.length === 0) return gather(changes);
  return [afterQuiet([...held.map((one) => one.changes), changes])];
}

function keyOf({ name, nth }: { readonly name: string; readonly nth: number }): string {
  return `${nth} ${name}`;
}

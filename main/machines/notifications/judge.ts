import type { MachineState } from '../../../preload/contract/machines/machines.ts';
import type { NoticeChange } from '../../../preload/contract/machines/notices.ts';
import type { Told } from './told.ts';

/** A machine, or the Web API itself (`nth` -1), at one check. */
export interface Sight {
  readonly name: string;
  readonly nth: number;
  readonly state: MachineState;
  readonly status: string;
}

/** What counts of a subject, and is kept. */
export interface Subject extends Sight {
  /** Since when it is not up, ms since 1970; null while it is, or where its beginning was not seen. */
  readonly trouble: number | null;
  /** Its being up again is to be told. */
  readonly wanted: boolean;
}

interface Seen {
  readonly at: number;
  readonly state: MachineState;
  readonly status: string;
  /** Nobody had looked just before. */
  readonly afterGap: boolean;
}

/** A subject with its last checks, where one of them saw something else than what counts. */
export interface Followed {
  readonly subject: Subject;
  readonly recent: readonly Seen[];
  /** How often what counts was seen, up to as often as makes it count. */
  readonly times: number;
}

/** `at` is in ms since 1970; `afterGap` where the time just before was not observed. */
export interface Moment {
  readonly at: number;
  readonly afterGap: boolean;
}

export interface Judgement {
  readonly followed: Followed;
  /** To be told; null for nothing. */
  readonly change: NoticeChange | null;
  /** What counts is different now, and has to be kept. */
  readonly written: boolean;
}

/** The Web API, beside the machines. */
export const webApi = { name: '', nth: -1 };

/**
 * What one more check means for a subject. What is seen first is where it begins, and is not told; a change
 * counts once it was seen often enough of the last checks, from when it was first seen of them.
 * @param before null for what was never seen; with no recent checks after a start
 */
export function judge(
  rule: Told,
  before: Followed | null,
  sight: Sight,
  moment: Moment,
): Judgement {
  if (before === null) {
    const subject = { ...sight, trouble: null, wanted: false };
    return seenAgain(rule, { subject, recent: [], times: 0 }, true);
  }
  const { subject } = before;
  if (subject.status === sight.status && subject.state !== sight.state) {
    return seenAgain(rule, { ...before, subject: reread(subject, sight.state), recent: [] }, true);
  }
  const { state, status } = sight;
  const calm = state === subject.state && before.recent.length === 0;
  const recent = calm
    ? []
    : [...before.recent, { at: moment.at, state, status, afterGap: moment.afterGap }].slice(
        -rule.of,
      );
  if (state === subject.state) {
    const kept = { subject: { ...subject, status }, recent: withoutCalm(recent, state) };
    return seenAgain(rule, { ...before, ...kept }, status !== subject.status);
  }
  const same = recent.filter((one) => one.state === state);
  const [first] = same;
  if (first === undefined || same.length < rule.seen) {
    return { followed: { ...before, recent }, change: null, written: false };
  }
  const next = moved(rule, subject, sight, first);
  return {
    followed: { subject: next, recent: [], times: rule.seen },
    change: changeOf(rule, subject, next, first),
    written: true,
  };
}

/** What counts was seen once more: if it is worth telling of, so is its end. */
function seenAgain(rule: Told, { subject, recent, times }: Followed, written: boolean) {
  const more = Math.min(times + 1, rule.seen);
  const wanted = subject.wanted || (more >= rule.seen && counts(rule, subject));
  return {
    followed: { subject: { ...subject, wanted }, recent, times: more },
    change: null,
    written: written || wanted !== subject.wanted,
  };
}

/** The same value means something else: nothing has happened. */
function reread(subject: Subject, state: MachineState): Subject {
  return { ...subject, state, ...(state === 'up' ? { trouble: null, wanted: false } : {}) };
}

function moved(rule: Told, before: Subject, sight: Sight, first: Seen): Subject {
  if (sight.state === 'up') return { ...sight, trouble: null, wanted: false };
  return {
    ...sight,
    trouble: before.state === 'up' ? first.at : before.trouble,
    wanted: before.wanted || counts(rule, sight),
  };
}

function changeOf(
  rule: Told,
  before: Subject,
  { name, nth, state, status }: Subject,
  first: Seen,
): NoticeChange | null {
  const machine = nth < 0 ? null : { name, nth };
  const told = { machine, state, status };
  if (state !== 'up') {
    const isTold = counts(rule, { nth, state });
    return isTold ? { ...told, lasted: null, atMost: false } : null;
  }
  if (!before.wanted || !(rule.recovery || machine === null)) return null;
  const lasted = before.trouble === null ? null : Math.max(0, first.at - before.trouble);
  return { ...told, lasted, atMost: lasted !== null && first.afterGap };
}

/** True for a state that is told of. */
function counts(rule: Told, { nth, state }: Pick<Sight, 'nth' | 'state'>): boolean {
  if (state === 'up') return false;
  return nth < 0 ? rule.unreachable : rule.states.includes(state);
}

/** Recent checks say nothing once all of them saw what counts. */
function withoutCalm(recent: readonly Seen[], state: MachineState): readonly Seen[] {
  return recent.every((one) => one.state === state) ? [] : recent;
}

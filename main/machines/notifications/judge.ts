import type { MachineState } from '../../../preload/contract/machines/machines.ts';
import type { MachineChange } from '../../../preload/contract/machines/notifications.ts';
import type { SubjectRule } from './rules.ts';

/** A machine, or the Web API itself (`nth` -1), at one check. */
export interface CheckedSubject {
  readonly name: string;
  readonly nth: number;
  readonly state: MachineState;
  readonly status: string;
}

/** A subject's confirmed state, as stored. */
export interface Subject extends CheckedSubject {
  /** When it stopped being up, ms since 1970; null while it is up, or if that was not observed. */
  readonly trouble: number | null;
  /** Its recovery is to be notified. */
  readonly wanted: boolean;
}

interface Seen {
  readonly at: number;
  readonly state: MachineState;
  readonly status: string;
  /** The time just before was not observed. */
  readonly afterGap: boolean;
}

/** A subject with its last checks, if one of them differs from the confirmed state. */
export interface TrackedSubject {
  readonly subject: Subject;
  readonly recent: readonly Seen[];
  /** How often the confirmed state was seen, up to the number that confirms it. */
  readonly times: number;
}

/** `at` is in ms since 1970; `afterGap` if the time just before was not observed. */
export interface Moment {
  readonly at: number;
  readonly afterGap: boolean;
}

export interface Judgement {
  readonly followed: TrackedSubject;
  /** To be notified; null for nothing. */
  readonly change: MachineChange | null;
  /** The confirmed state has changed, and must be stored. */
  readonly written: boolean;
}

/** The Web API, beside the machines. */
export const webApi = { name: '', nth: -1 };

/**
 * Evaluates one more check of a subject. The first state ever seen is the start, without a notification; a change is
 * confirmed once it was seen often enough in the last checks, dated from when they first saw it.
 * @param before null for a new subject; with no recent checks after a start
 */
export function judge(
  rule: SubjectRule,
  before: TrackedSubject | null,
  sight: CheckedSubject,
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

/** The confirmed state was seen again: if it is worth a notification, so is its end. */
function seenAgain(
  rule: SubjectRule,
  { subject, recent, times }: TrackedSubject,
  written: boolean,
) {
  const more = Math.min(times + 1, rule.seen);
  const wanted = subject.wanted || (more >= rule.seen && counts(rule, subject));
  return {
    followed: { subject: { ...subject, wanted }, recent, times: more },
    change: null,
    written: written || wanted !== subject.wanted,
  };
}

/** The same value has another meaning: nothing has happened. */
function reread(subject: Subject, state: MachineState): Subject {
  return { ...subject, state, ...(state === 'up' ? { trouble: null, wanted: false } : {}) };
}

function moved(rule: SubjectRule, before: Subject, sight: CheckedSubject, first: Seen): Subject {
  if (sight.state === 'up') return { ...sight, trouble: null, wanted: false };
  return {
    ...sight,
    trouble: before.state === 'up' ? first.at : before.trouble,
    wanted: before.wanted || counts(rule, sight),
  };
}

function changeOf(
  rule: SubjectRule,
  before: Subject,
  { name, nth, state, status }: Subject,
  first: Seen,
): MachineChange | null {
  const machine = nth < 0 ? null : { name, nth };
  const change = { machine, state, status };
  if (state !== 'up') {
    const isTold = counts(rule, { nth, state });
    return isTold ? { ...change, lasted: null, atMost: false } : null;
  }
  if (!before.wanted || !(rule.recovery || machine === null)) return null;
  const lasted = before.trouble === null ? null : Math.max(0, first.at - before.trouble);
  return { ...change, lasted, atMost: lasted !== null && first.afterGap };
}

/** Returns whether a state causes notifications. */
function counts(rule: SubjectRule, { nth, state }: Pick<CheckedSubject, 'nth' | 'state'>): boolean {
  if (state === 'up') return false;
  return nth < 0 ? rule.unreachable : rule.states.includes(state);
}

/** Drops recent checks once all of them saw the confirmed state. */
function withoutCalm(recent: readonly Seen[], state: MachineState): readonly Seen[] {
  return recent.every((one) => one.state === state) ? [] : recent;
}

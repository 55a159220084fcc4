import * as z from 'zod';
import { call, event, retakenResource } from '../define.ts';
import { id, nothing } from '../shapes.ts';
import { machineStates } from './machines.ts';

const ofSystem = z.object({ systemId: id });
const state = z.enum(machineStates);
const states = z.array(state).max(machineStates.length);
const name = z.string().max(100_000);
/** Machines of one name are told apart by their order, from 0. */
const nth = z.number().int().nonnegative();
/** Ms since 1970. */
const moment = z.number().int();
const minuteOfDay = z.number().int().min(0).max(1439);

/** Of which changes of a system the user wants to be told. */
export const noticeRule = z
  .object({
    on: z.boolean(),
    /** That a machine is in one of these now. */
    states,
    /** That it is up again, and how long it was not. */
    recovery: z.boolean(),
    /** That the Web API cannot be reached, and that it can be again. */
    unreachable: z.boolean(),
    /** A change counts once `seen` of the last `of` checks saw it. */
    seen: z.number().int().min(1).max(10),
    of: z.number().int().min(1).max(20),
    /** From one minute of the day to another, by the computer's clock, over midnight where `from` is later. */
    quiet: z.object({ from: minuteOfDay, to: minuteOfDay }).nullable(),
    sound: z.boolean(),
    /** Groups of machines for which other states count, as the user has named them; none: never. */
    groups: z
      .array(z.object({ name: z.string().min(1).max(200), states }))
      .max(200)
      .default([]),
    /** Machines for which other states count, whatever their group; none: never. */
    machines: z.array(z.object({ name, nth, states })).max(1000),
  })
  .refine(({ seen, of }) => seen <= of);
export type NoticeRule = z.infer<typeof noticeRule>;

const change = z.object({
  /** Null for the Web API: `down` where it cannot be reached, `up` where it can be again. */
  machine: z.object({ name, nth }).nullable(),
  state,
  /** What the server said, never changed; of the Web API the code of the error. */
  status: z.string(),
  /** Of what is up again: how long it was not, ms; null where its beginning was not seen. */
  lasted: z.number().int().nonnegative().nullable(),
  /** It may have been shorter: nobody looked just before. */
  atMost: z.boolean(),
});
export type NoticeChange = z.infer<typeof change>;

/** What the user was told at one moment. */
export const notice = z.object({
  /** A test has 0. */
  id: z.number().int().nonnegative(),
  systemId: id,
  at: moment,
  /** `held` until quiet hours, or a flood of notices, end; then `gathered` into a later one. */
  outcome: z.enum(['given', 'held', 'gathered']),
  /** One, or what changed at once; none: a test. */
  changes: z.array(change),
  /** More that changed and are left out. */
  more: z.number().int().nonnegative(),
});
export type Notice = z.infer<typeof notice>;

/** Who shows notices: the host by the operating system, the page by its browser, or nobody can here. */
const shownBy = z.enum(['host', 'page', 'nobody']);

/** Notices of a system: what is told, and what was, the newest first. */
export const notices = {
  ...retakenResource(
    ofSystem,
    z.object({
      rule: noticeRule,
      given: z.array(notice),
      by: shownBy,
      /** The operating system did not show the last one, and said so. */
      failed: z.boolean(),
    }),
    ofSystem,
  ),
  /** To be shown now, by the page. */
  given: event(z.object({ notice, sound: z.boolean() })),
  setRule: call(ofSystem.extend({ rule: noticeRule }), nothing),
  /** Gives one as any other is given; it is not kept. */
  test: call(ofSystem, nothing),
  clear: call(ofSystem, nothing),
};

import * as z from 'zod';
import { call, event, refetchedResource } from '../define.ts';
import { id, nothing } from '../shapes.ts';
import { machineStates } from './machines.ts';

const ofSystem = z.object({ systemId: id });
const state = z.enum(machineStates);
const states = z.array(state).max(machineStates.length);
const name = z.string().max(100_000);
/** Machines of one name are distinguished by their order, from 0. */
const nth = z.number().int().nonnegative();
/** Ms since 1970. */
const moment = z.number().int();
const minuteOfDay = z.number().int().min(0).max(1439);

/** The changes of a system that cause notifications. */
export const notificationRule = z
  .object({
    on: z.boolean(),
    /** A machine is in one of these states now. */
    states,
    /** A machine recovers (with downtime). */
    recovery: z.boolean(),
    /** The Web API becomes unreachable, or reachable again. */
    unreachable: z.boolean(),
    /** A change is confirmed once `seen` of the last `of` checks saw it. */
    seen: z.number().int().min(1).max(10),
    of: z.number().int().min(1).max(20),
    /** From one minute of the day to another, by the computer's clock, over midnight if `from` is later. */
    quiet: z.object({ from: minuteOfDay, to: minuteOfDay }).nullable(),
    sound: z.boolean(),
    /** Groups of machines with other states, by the user's names; none: never. */
    groups: z
      .array(z.object({ name: z.string().min(1).max(200), states }))
      .max(200)
      .default([]),
    /** Machines with other states, whatever their group; none: never. */
    machines: z.array(z.object({ name, nth, states })).max(1000),
  })
  .refine(({ seen, of }) => seen <= of);
export type NotificationRule = z.infer<typeof notificationRule>;

/** Something that happened to a job of a system. */
const jobHappening = z.object({
  /** Names it in `jobs.show`. */
  key: z.string(),
  name: z.string(),
  what: z.enum(['started', 'done', 'failed', 'limit', 'cancelled', 'ended', 'lost']),
  /** Exit code or reason, in the server's own words; empty if there is none. */
  reason: z.string(),
  limitSeconds: z.number().nullable(),
});
export type JobHappening = z.infer<typeof jobHappening>;

const change = z.object({
  /** A job's, on this machine; then `state` and `atMost` say nothing, and `lasted` is how long it ran. */
  job: jobHappening.optional(),
  /** Null for the Web API: `down` if it is unreachable, `up` if it is reachable again. */
  machine: z.object({ name, nth }).nullable(),
  state,
  /** The server's own value, never changed; for the Web API the error code. */
  status: z.string(),
  /** For a recovery: the downtime, ms; null if its start was not observed. */
  lasted: z.number().int().nonnegative().nullable(),
  /** It may have been shorter: the time just before was not observed. */
  atMost: z.boolean(),
});
export type MachineChange = z.infer<typeof change>;

/** A notification with the changes of one moment. */
export const machineNotification = z.object({
  /** A test has 0. */
  id: z.number().int().nonnegative(),
  systemId: id,
  at: moment,
  /** `held` until quiet hours, or a flood of notifications, end; then `gathered` into a later one. */
  outcome: z.enum(['given', 'held', 'gathered']),
  /** One change, or several at once; none: a test. */
  changes: z.array(change),
  /** Number of further changes, left out. */
  more: z.number().int().nonnegative(),
});
export type MachineNotification = z.infer<typeof machineNotification>;

/** Who shows notifications: the host through the operating system, the page through its browser, or nobody can here. */
const shownBy = z.enum(['host', 'page', 'nobody']);

/** Notifications of a system: its rules, and past ones, newest first. */
export const notifications = {
  ...refetchedResource(
    ofSystem,
    z.object({
      rule: notificationRule,
      past: z.array(machineNotification),
      by: shownBy,
      /** The operating system reported that it did not show the last one. */
      failed: z.boolean(),
    }),
    ofSystem,
  ),
  /** The page must show it now. */
  show: event(z.object({ notification: machineNotification, sound: z.boolean() })),
  setRule: call(ofSystem.extend({ rule: notificationRule }), nothing),
  /** Sends a test like any other; it is not stored. */
  test: call(ofSystem, nothing),
  clear: call(ofSystem, nothing),
};

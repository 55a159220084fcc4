import * as z from 'zod';
import { call, resource } from '../define.ts';
import { bytes, id, instant, nothing, problem } from '../shapes.ts';
import { machineStates } from './machines.ts';

const ofSystem = z.object({ systemId: id });
/** Machines of one name are distinguished by their order, from 0. */
const named = z.object({ name: z.string().max(100_000), nth: z.number().int().nonnegative() });
const title = z.string().trim().max(200);
/** Ms since 1970. */
const moment = z.number().int();
const day = /^(?:19[7-9]\d|20\d\d|21\d\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};
/** A calendar day, 1970 to 2199: 2026-11-23. */
const date = z.string().regex(day).refine(isDay);

/**
 * Repetition of a window: never; on its day of the week; on its day of the month (months without it are skipped); on
 * its weekday of the month, such as the second Tuesday (for a fifth one: the last).
 */
export const repetitions = ['once', 'weekly', 'monthly', 'monthly-weekday'] as const;
export type Repetition = (typeof repetitions)[number];

/** Maintenance entered by the user, in the local time of a time zone, across clock changes. */
export const maintenanceWindow = z.object({
  id,
  title,
  /** The machines concerned; null: the whole system with its Web API. */
  machines: z.array(named).max(1000).nullable(),
  day: date,
  /** 22:30 */
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  /** Duration, up to 31 days. */
  minutes: z.number().int().min(1).max(44_640),
  /** A name of the IANA database. */
  zone: z
    .string()
    .max(100)
    .refine((name) => isZone(name)),
  repeats: z.enum(repetitions),
  /** The last day on which it may begin; null: without end. */
  until: date.nullable(),
});
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>;

const count = z.number().int().nonnegative();

/**
 * Machines concerned by events that name none: all with the Web API, or none, because such events are about something
 * else.
 */
export const unnamedEvents = ['all', 'nobody'] as const;
export type UnnamedEvents = (typeof unnamedEvents)[number];

/**
 * The same for a calendar before the user has chosen: none until then. `was-all`: an earlier version used all without
 * asking.
 */
const unnamedChoices = [...unnamedEvents, 'ask', 'was-all'] as const;

/** Problems of an unreadable event. */
const eventFaults = [
  'no-start',
  'date',
  'end-before-start',
  'duration',
  'rule',
  'too-often',
  'years',
  'range',
  'unfinished',
] as const;
export type EventFault = (typeof eventFaults)[number];

const leftOutEvent = z.object({
  title: z.string(),
  /** Its first line in the file, from 1. */
  line: count,
  fault: z.enum(eventFaults),
});
export type LeftOutEvent = z.infer<typeof leftOutEvent>;

/** An unknown zone name, and the number of events with it. */
const unknownZone = z.object({ name: z.string(), events: count });
export type UnknownZone = z.infer<typeof unknownZone>;

/** Problems found in a calendar, as stored. */
export const calendarFindings = z.object({
  leftOutEvents: z.array(leftOutEvent).max(20),
  unknownZones: z.array(unknownZone).max(20),
});

/** A name of the IANA database, or an offset such as +09:00. */
const zone = z
  .string()
  .max(100)
  .refine((name) => isZone(name));

/** An iCalendar file that was read once, or an address that is read repeatedly. */
const calendarSource = z.object({
  id,
  name: z.string(),
  /** Null: from a file. */
  url: z.string().nullable(),
  /** When it was last read. */
  readAt: instant.nullable(),
  /** Why the last read failed; null after a good one. */
  problem: problem.nullable(),
  /** Its dates, and its unreadable events. */
  dates: count,
  leftOut: count,
  ...calendarFindings.shape,
  /** The zone of whole days and of times without one: the user's choice, and the calendar's own. */
  zone: zone.nullable(),
  ownZone: z.string().nullable(),
  unnamed: z.enum(unnamedChoices),
});
export type CalendarSource = z.infer<typeof calendarSource>;

/** Planned maintenance of a system's machines, with its sources. */
export const maintenance = {
  ...resource(
    ofSystem,
    ofSystem.extend({
      windows: z.array(maintenanceWindow),
      calendars: z.array(calendarSource),
    }),
  ),
  /** Adds it, or replaces the one with its id. */
  setWindow: call(ofSystem.extend({ window: maintenanceWindow }), nothing),
  removeWindow: call(ofSystem.extend({ id }), nothing),
  addFile: call(ofSystem.extend({ name: title, bytes }), nothing),
  addAddress: call(ofSystem.extend({ url: z.string().min(1).max(2000) }), nothing),
  /** Rereads a calendar that has an address. A failure is in the snapshot. */
  refreshCalendar: call(ofSystem.extend({ id }), nothing),
  /** Absent fields stay. */
  setCalendar: call(
    ofSystem.extend({
      id,
      unnamed: z.enum(unnamedEvents).optional(),
      zone: zone.nullable().optional(),
    }),
    nothing,
  ),
  removeCalendar: call(ofSystem.extend({ id }), nothing),
};

export const planned = z.object({
  from: moment,
  to: moment,
  title: z.string(),
  /** Null: all. Empty: the event names none, and the user has not chosen for such events. */
  machines: z.array(named).nullable(),
  /** The window or calendar that it comes from. */
  origin: id,
});
export type Planned = z.infer<typeof planned>;

export const pastIncident = z.object({
  ...named.shape,
  from: moment,
  /** Null while it lasts. */
  to: moment.nullable(),
  /** Its worst state. */
  state: z.enum(machineStates),
});
export type PastIncident = z.infer<typeof pastIncident>;

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

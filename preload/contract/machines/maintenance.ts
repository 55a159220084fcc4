import * as z from 'zod';
import { call, resource } from '../define.ts';
import { bytes, id, instant, nothing, problem } from '../shapes.ts';
import { machineStates } from './machines.ts';

const ofSystem = z.object({ systemId: id });
/** Machines of one name are told apart by their order, from 0. */
const named = z.object({ name: z.string().max(100_000), nth: z.number().int().nonnegative() });
const title = z.string().trim().max(200);
/** Ms since 1970. */
const moment = z.number().int();
const day = /^(?:19[7-9]\d|20\d\d|21\d\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};
/** A day of the calendar, 1970 to 2199: 2026-11-23. */
const date = z.string().regex(day).refine(isDay);

/**
 * How a window comes again: never; on its day of the week; on its day of the month (months that lack it are left
 * out); on its weekday of the month, as the second Tuesday (of a fifth one: the last).
 */
export const repetitions = ['once', 'weekly', 'monthly', 'monthly-weekday'] as const;
export type Repetition = (typeof repetitions)[number];

/** Maintenance as the user has entered it: by the clock of a time zone, also where that is put forward or back. */
export const maintenanceWindow = z.object({
  id,
  title,
  /** Whom it concerns; null: all of the system, and its Web API. */
  machines: z.array(named).max(1000).nullable(),
  day: date,
  /** 22:30 */
  time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  /** How long it lasts, up to 31 days. */
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

/** Whom events concern that name no machine: all and the Web API, or nobody, being about something else. */
export const unnamedEvents = ['all', 'nobody'] as const;
export type UnnamedEvents = (typeof unnamedEvents)[number];

/**
 * The same of a calendar whose user has not chosen: nobody until then. `was-all`: an earlier version took all, and
 * did not ask.
 */
const unnamedChoices = [...unnamedEvents, 'ask', 'was-all'] as const;

/** What is wrong with an event that cannot be read. */
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
  /** The line of the file that it begins in, from 1. */
  line: count,
  fault: z.enum(eventFaults),
});
export type LeftOutEvent = z.infer<typeof leftOutEvent>;

/** A name of a zone that nobody knows, and how many events have it. */
const unknownZone = z.object({ name: z.string(), events: count });
export type UnknownZone = z.infer<typeof unknownZone>;

/** What was found wrong in a calendar: how it is kept. */
export const calendarFindings = z.object({
  leftOutEvents: z.array(leftOutEvent).max(20),
  unknownZones: z.array(unknownZone).max(20),
});

/** A name of the IANA database, or an offset as +09:00. */
const zone = z
  .string()
  .max(100)
  .refine((name) => isZone(name));

/** An iCalendar file that was read once, or an address that is asked again and again. */
const calendarSource = z.object({
  id,
  name: z.string(),
  /** Null: from a file. */
  url: z.string().nullable(),
  /** When it was last read. */
  readAt: instant.nullable(),
  /** Why the last reading failed; null after a good one. */
  problem: problem.nullable(),
  /** Dates that it holds, and events of it that cannot be read. */
  dates: count,
  leftOut: count,
  ...calendarFindings.shape,
  /** The zone of whole days and of times that name none: as the user has chosen, and as the calendar says. */
  zone: zone.nullable(),
  ownZone: z.string().nullable(),
  unnamed: z.enum(unnamedChoices),
});
export type CalendarSource = z.infer<typeof calendarSource>;

/** Planned maintenance of a system's machines, and where it is known from. */
export const maintenance = {
  ...resource(
    ofSystem,
    ofSystem.extend({
      windows: z.array(maintenanceWindow),
      calendars: z.array(calendarSource),
    }),
  ),
  /** Adds it, or takes the place of the one with its id. */
  setWindow: call(ofSystem.extend({ window: maintenanceWindow }), nothing),
  removeWindow: call(ofSystem.extend({ id }), nothing),
  addFile: call(ofSystem.extend({ name: title, bytes }), nothing),
  addAddress: call(ofSystem.extend({ url: z.string().min(1).max(2000) }), nothing),
  /** Reads a calendar anew that has an address. What goes wrong is in the snapshot. */
  readAgain: call(ofSystem.extend({ id }), nothing),
  /** What is absent stays as it is. */
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
  /** Null: all. Empty: the event names none, and the user has not chosen whom such events concern. */
  machines: z.array(named).nullable(),
  /** The window or calendar that it comes of. */
  origin: id,
});
export type Planned = z.infer<typeof planned>;

export const pastIncident = z.object({
  ...named.shape,
  from: moment,
  /** Null while it lasts. */
  to: moment.nullable(),
  /** The worst state of it. */
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

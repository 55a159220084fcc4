import * as z from 'zod';
import { call, event, view } from '../define.ts';
import { errorCodes } from '../errors.ts';
import { id, nothing } from '../shapes.ts';
import { historySpans } from './history-spans.ts';
import { machineStates } from './machines.ts';
import { pastIncident, planned } from './maintenance.ts';

/**
 * Why time was not observed: the app was closed; the computer slept; it was offline; there was no leave to ask
 * (signed out, vault locked, refused); the Web API could not be reached or gave no usable answer; the clock was
 * set; another system was on screen; checks were paused by the user, a locked screen or a metered line.
 */
export const gapReasons = [
  'closed',
  'asleep',
  'offline',
  'no-access',
  'unreachable',
  'clock',
  'not-watched',
  'paused',
] as const;
export type GapReason = (typeof gapReasons)[number];

/** Ms since 1970. */
const moment = z.number().int();
const duration = z.number().int().nonnegative();
/** Observed time by state, ms; states that a machine was not seen in are left out. */
const timeByState = z.partialRecord(z.enum(machineStates), duration);
const span = z.enum(historySpans);
/** Machines of one name are told apart by their order, from 0. */
const nth = z.number().int().nonnegative();
const ofSystem = z.object({ systemId: id });
const named = z.object({ name: z.string(), nth });
const ofDays = ofSystem
  .extend({ from: moment, to: moment })
  .refine(({ from, to }) => from < to && to - from <= 62 * 86_400_000);

/** What can be said of a system's machines over a span. */
const availability = view(
  z.object({ systemId: id, span }),
  z.object({
    from: moment,
    to: moment,
    /** What lies before was made up, so that the demo has something to show; null where nothing was. */
    generatedUntil: moment.nullable(),
    machines: z.array(
      z.object({
        name: z.string(),
        nth,
        time: timeByState,
        /** The part of `time` for which maintenance was planned; absent where none was. */
        aside: timeByState.optional(),
      }),
    ),
  }),
);

const cell = z.object({
  from: moment,
  to: moment,
  time: timeByState,
  /** The part of `time` for which maintenance was planned, and when it was; absent where none was. */
  aside: timeByState.optional(),
  planned: z.array(z.object({ from: moment, to: moment })).optional(),
  /** Why most of what was not observed of it was not; null where nothing is known. */
  gap: z.enum(gapReasons).nullable(),
});
export type BarCell = z.infer<typeof cell>;

/** One machine over a span, in equal parts, oldest first; none for a machine that was never seen. */
const bar = view(z.object({ systemId: id, span, name: z.string(), nth }), z.array(cell));

/** The Web API itself over a span: when it answered (up) and could not be reached (down), and each time of that. */
const api = view(
  z.object({ systemId: id, span }),
  z.object({
    cells: z.array(cell),
    outages: z.array(
      z.object({
        from: moment,
        /** Null while it lasts. */
        to: moment.nullable(),
        /** Why, as a code of an error; null where none was told. */
        code: z.enum(errorCodes).nullable(),
      }),
    ),
  }),
);

/** All machines by days of the calendar, for a report: up to 62 days, of very many machines the first. */
const report = call(
  ofDays,
  z.object({
    machines: z.array(z.object({ name: z.string(), nth, days: z.array(cell.omit({ gap: true })) })),
    /** Machines that are left out. */
    more: z.number().int().nonnegative(),
    /** Stretches of not-up of all machines, by their beginning. */
    incidents: z.array(pastIncident),
  }),
);

/** What was and what is to come of all machines, in order: up to 62 days. */
const calendar = view(
  ofDays,
  z.object({
    incidents: z.array(pastIncident),
    planned: z.array(planned),
    /** There were more incidents than are told: the oldest are left out. */
    more: z.boolean(),
  }),
);

const incident = z.object({
  from: moment,
  /** Null while it lasts. */
  to: moment.nullable(),
  /** The worst state of it. */
  state: z.enum(machineStates),
  /** The user's; empty for none. */
  note: z.string(),
});
export type Incident = z.infer<typeof incident>;

const ofMachine = ofSystem.extend(named.shape);

/** A machine's page: a year of it. Everything is in order, the oldest first. */
const page = view(
  ofMachine,
  z.object({
    /** Raw values and what they mean; null where the answers left the machine out. */
    transitions: z.array(
      z.object({ at: moment, status: z.string().nullable(), state: z.enum(machineStates) }),
    ),
    /** Stretches of not-up. */
    incidents: z.array(incident),
    /** By days of the calendar. */
    days: z.array(cell),
    /** Changes of the record's other fields, each as JSON of the members that were new or different. */
    fields: z.array(z.object({ at: moment, changed: z.string() })),
  }),
);

/** The time between two successive checks: each machine kept its state. */
const observed = z.object({
  from: moment,
  to: moment,
  /** Machines that were not up; state null: the answers left it out. */
  others: z.array(named.extend({ state: z.enum(machineStates).nullable() })),
  /** Machines with anything new in the check at `to`. */
  changed: z.array(named),
});
export type Observed = z.infer<typeof observed>;

/** The history of a system's machines, and their planned maintenance. */
export const machineHistory = {
  availability,
  bar,
  api,
  calendar,
  page,
  report,
  /** An incident is named by its start. */
  setIncidentNote: call(ofMachine.extend({ at: moment, note: z.string().max(2000) }), nothing),
  /** The time observed since the last event; null if anything may have changed. */
  changed: event(ofSystem.extend({ observed: observed.nullable() })),
};

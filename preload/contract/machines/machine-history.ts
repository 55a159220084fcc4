import * as z from 'zod';
import { call, event, view } from '../define.ts';
import { errorCodes } from '../errors.ts';
import { id, nothing } from '../shapes.ts';
import { barSpans, historySpans, maxBars } from './history-spans.ts';
import { machineStates } from './machines.ts';
import { pastIncident, planned } from './maintenance.ts';

/**
 * Why time was not observed: the app was closed; the computer slept; it was offline; access was missing (signed out,
 * vault locked, refused); the Web API was unreachable or gave no usable answer; the clock was set; another system was
 * on screen; polling was paused by the user, a locked screen or a metered connection.
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
/** Observed time by state, ms; states without time are left out. */
const timeByState = z.partialRecord(z.enum(machineStates), duration);
const span = z.enum(historySpans);
/** Machines of one name are distinguished by their order, from 0. */
const nth = z.number().int().nonnegative();
const ofSystem = z.object({ systemId: id });
const named = z.object({ name: z.string(), nth });
const ofBars = z.object({ systemId: id, span: z.enum(barSpans) });
const ofDays = ofSystem
  .extend({ from: moment, to: moment })
  .refine(({ from, to }) => from < to && to - from <= 62 * 86_400_000);

/** Availability of a system's machines over a span. */
const availability = view(
  z.object({ systemId: id, span }),
  z.object({
    from: moment,
    to: moment,
    /** History before this was generated, so that the demo has something to show; null if none was. */
    generatedUntil: moment.nullable(),
    machines: z.array(
      z.object({
        name: z.string(),
        nth,
        time: timeByState,
        /** The part of `time` with planned maintenance; absent if none was planned. */
        aside: timeByState.optional(),
        /** When it was first seen: what it was before is unknown. */
        first: moment,
        /** Since when it has its status, if that was in generated history; absent otherwise. */
        since: moment.optional(),
      }),
    ),
  }),
);

const cell = z.object({
  from: moment,
  to: moment,
  time: timeByState,
  /** The part of `time` with planned maintenance, and when it was planned; absent if none was. */
  aside: timeByState.optional(),
  planned: z.array(z.object({ from: moment, to: moment })).optional(),
  /** The reason for most of its unobserved time; null if unknown. */
  gap: z.enum(gapReasons).nullable(),
});
export type BarCell = z.infer<typeof cell>;

/** One machine over a span, in equal parts, oldest first; none for an unknown machine. */
const bar = view(ofBars.extend(named.shape), z.array(cell));
/** The bars of several machines at once, in their order. */
const bars = call(
  ofBars.extend({ machines: z.array(named).min(1).max(maxBars) }),
  z.array(z.array(cell)),
);

/** The Web API itself over a span: when it answered (up) and was unreachable (down), with each outage. */
const api = view(
  z.object({ systemId: id, span }),
  z.object({
    cells: z.array(cell),
    outages: z.array(
      z.object({
        from: moment,
        /** Null while it lasts. */
        to: moment.nullable(),
        /** The reason as an error code; null if there is none. */
        code: z.enum(errorCodes).nullable(),
      }),
    ),
  }),
);

/** Every raw value that machines have had, sorted; of very many the first. */
const statuses = view(ofSystem, z.array(z.string()));

/** All machines by calendar days, for a report: up to 62 days, of very many machines the first. */
const report = call(
  ofDays,
  z.object({
    machines: z.array(z.object({ name: z.string(), nth, days: z.array(cell.omit({ gap: true })) })),
    /** Number of machines left out. */
    more: z.number().int().nonnegative(),
    /** Incidents (not up) of all machines, by start. */
    incidents: z.array(pastIncident),
  }),
);

/** Past and future events of all machines, in order: up to 62 days. */
const calendar = view(
  ofDays,
  z.object({
    incidents: z.array(pastIncident),
    planned: z.array(planned),
    /** There were more incidents: the oldest are left out. */
    more: z.boolean(),
  }),
);

const incident = z.object({
  from: moment,
  /** Null while it lasts. */
  to: moment.nullable(),
  /** Its worst state. */
  state: z.enum(machineStates),
  /** The user's; empty for none. */
  note: z.string(),
});
export type Incident = z.infer<typeof incident>;

const ofMachine = ofSystem.extend(named.shape);

/** A year of one machine. Everything is in order, oldest first. */
const page = view(
  ofMachine,
  z.object({
    /** Raw values with their meanings; null if answers left the machine out. */
    transitions: z.array(
      z.object({ at: moment, status: z.string().nullable(), state: z.enum(machineStates) }),
    ),
    /** Incidents (not up). */
    incidents: z.array(incident),
    /** By calendar days. */
    days: z.array(cell),
    /** Changes of the record's other fields, each as JSON of the new or changed members. */
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
  bars,
  statuses,
  api,
  calendar,
  page,
  report,
  /** An incident is identified by its start. */
  setIncidentNote: call(ofMachine.extend({ at: moment, note: z.string().max(2000) }), nothing),
  /** The time observed since the last event; null if anything may have changed. */
  changed: event(ofSystem.extend({ observed: observed.nullable() })),
};

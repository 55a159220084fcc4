import * as z from 'zod';
import { retakenResource } from './define.ts';
import { machineStates } from './machines.ts';
import { id } from './shapes.ts';

/** How far back is looked: the last day and week by hours, the last month and quarter by days of the calendar. */
export const historySpans = ['24h', '7d', '30d', '90d'] as const;
export type HistorySpan = (typeof historySpans)[number];

/**
 * Why time was not observed: the app was closed; the computer slept; it was offline; there was no leave to ask
 * (signed out, vault locked, refused); the Web API could not be reached or gave no usable answer; the clock was
 * set; another system was on screen.
 */
export const gapReasons = [
  'closed',
  'asleep',
  'offline',
  'no-access',
  'unreachable',
  'clock',
  'not-watched',
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

/** What can be said of a system's machines over a span. */
export const availability = retakenResource(
  z.object({ systemId: id, span }),
  z.object({
    from: moment,
    to: moment,
    /** What lies before was made up, so that the demo has something to show; null where nothing was. */
    generatedUntil: moment.nullable(),
    machines: z.array(z.object({ name: z.string(), nth, time: timeByState })),
  }),
  ofSystem,
);

const cell = z.object({
  from: moment,
  to: moment,
  time: timeByState,
  /** Why most of what was not observed of it was not; null where nothing is known. */
  gap: z.enum(gapReasons).nullable(),
});
export type BarCell = z.infer<typeof cell>;

/** One machine over a span, in equal parts, oldest first; none for a machine that was never seen. */
export const bar = retakenResource(
  z.object({ systemId: id, span, name: z.string(), nth }),
  z.array(cell),
  ofSystem,
);

import type { GapReason } from '../../../preload/contract/machines/machine-history.ts';
import type { MachineState } from '../../../preload/contract/machines/machines.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { Stretch } from '../sums/index.ts';

/** One machine in a good answer. */
export interface SeenMachine {
  readonly name: string;
  /** The server's own value, never changed. */
  readonly status: string;
  readonly record: Json;
}

/**
 * A good answer. The computer's clock may be set at any time; durations come from `uptime`, a monotonic clock in
 * milliseconds.
 */
export interface Observation {
  /** The uptime when the request was sent: an answer to an earlier request than the last is late. */
  readonly asked: number;
  /** The clock at the answer, ms since 1970. */
  readonly at: number;
  readonly uptime: number;
  /** The server's own clock at the answer, ms since 1970; null or absent if not sent. */
  readonly served?: number | null;
  /** Maximum time between two good checks that belong together, ms; default two and a half minutes. */
  readonly longest?: number;
  readonly machines: readonly SeenMachine[];
}

/** A failed check, or the end of checks. */
export interface Miss {
  readonly at: number;
  readonly reason: GapReason;
  /** The error code, if it adds something. */
  readonly detail: string | null;
}

/** Returns the meaning of a system's raw value. */
export type StateOf = (systemId: string, status: string) => MachineState;

/** Observed time of a machine by state, ms; states without time are left out. */
export type TimeByState = Partial<Record<MachineState, number>>;

/** One machine over a time span. */
export interface MachineTime {
  readonly name: string;
  /** Machines of one name are distinguished by their order, from 0. */
  readonly nth: number;
  /** Ms since 1970. */
  readonly firstSeen: number;
  /** The last transition, ms since 1970. */
  readonly changedAt: number;
  readonly cells: readonly Cell[];
}

/** A part of the requested time. Time not in `time` was not observed. */
export interface Cell extends Stretch {
  readonly time: TimeByState;
  /** The part of `time` with planned maintenance; absent if none. */
  readonly aside?: TimeByState;
  /** When it was planned, in order; absent if it was not. */
  readonly planned?: Stretch[];
}

/** Time with planned maintenance. */
export interface PlannedTime extends Stretch {
  /** The machines concerned; null: all. */
  readonly machines: readonly { readonly name: string; readonly nth: number }[] | null;
}

/** A span of time that was observed, or the reason why not. */
export interface ObservedStretch extends Stretch {
  readonly reason: GapReason | null;
  /** The error code, if it adds something. */
  readonly detail: string | null;
}

/** Returns the observed time by state of these machines in each cell. */
export type ReadTime = (
  systemId: string,
  cells: readonly { readonly from: number; readonly to: number }[],
  some: readonly { readonly name: string; readonly nth: number }[],
) => Promise<MachineTime[]>;

/** Returns the stretches of a system that were observed between two moments, ms since 1970. */
export type ReadStretches = (
  systemId: string,
  from: number,
  to: number,
) => Promise<ObservedStretch[]>;

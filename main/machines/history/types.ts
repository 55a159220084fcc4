import type { GapReason } from '../../../preload/contract/machines/machine-history.ts';
import type { MachineState } from '../../../preload/contract/machines/machines.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { Stretch } from '../sums/index.ts';

/** What a good answer said of one machine. */
export interface Seen {
  readonly name: string;
  /** What the server said, never changed. */
  readonly status: string;
  readonly record: Json;
}

/**
 * A good answer. The computer's clock may be set at any time; how long something took is told by `uptime`,
 * milliseconds that only go forward.
 */
export interface Observation {
  /** The uptime at which the question was sent: an answer to an earlier question than the last is late. */
  readonly asked: number;
  /** The clock at the answer, ms since 1970. */
  readonly at: number;
  readonly uptime: number;
  /** The server's own clock at the answer, ms since 1970; null or absent where it does not tell. */
  readonly served?: number | null;
  /** Between two good checks that belong together, at most, ms; two and a half minutes where absent. */
  readonly longest?: number;
  readonly machines: readonly Seen[];
}

/** A check that failed, or that nothing is checked from now on. */
export interface Miss {
  readonly at: number;
  readonly reason: GapReason;
  /** The code of the error, where one says more. */
  readonly detail: string | null;
}

/** What a raw value of a system means. */
export type StateOf = (systemId: string, status: string) => MachineState;

/** How long a machine was seen in which state, ms; states that it was not seen in are left out. */
export type TimeByState = Partial<Record<MachineState, number>>;

/** One machine over a stretch of time. */
export interface MachineTime {
  readonly name: string;
  /** Machines of one name are told apart by their order, from 0. */
  readonly nth: number;
  /** Ms since 1970. */
  readonly firstSeen: number;
  /** The last transition, ms since 1970. */
  readonly changedAt: number;
  readonly cells: readonly Cell[];
}

/** A part of the time that was asked for. What is not in `time` was not observed. */
export interface Cell extends Stretch {
  readonly time: TimeByState;
  /** The part of `time` for which maintenance was planned; absent where none was. */
  readonly aside?: TimeByState;
  /** When it was planned, in order; absent where it was not. */
  readonly planned?: Stretch[];
}

/** Time for which maintenance is planned. */
export interface PlannedTime extends Stretch {
  /** Whom it concerns; null: all. */
  readonly machines: readonly { readonly name: string; readonly nth: number }[] | null;
}

/** A stretch of time that was observed, or why not. */
export interface ToldStretch extends Stretch {
  readonly reason: GapReason | null;
  /** The code of the error, where one says more. */
  readonly detail: string | null;
}

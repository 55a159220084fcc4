import type { LeftOutEvent, UnknownZone } from '../../../preload/contract/machines/maintenance.ts';

/** A date of a calendar. */
export interface CalendarDate {
  /** Ms since 1970; of what is `floating`, as if the clock that it goes by showed UTC. */
  readonly from: number;
  readonly to: number;
  /** By the clock of the calendar, whichever that is when it is asked: whole days, and times that name no zone. */
  readonly floating: boolean;
  readonly title: string;
  /** What the event says beside its title and may name machines in; cut. */
  readonly said: string;
}

export interface CalendarFile {
  /** iCalendar (RFC 5545), in whatever encoding. */
  readonly bytes: Uint8Array;
  /** The encoding that came along with it. */
  readonly charset: string | null;
  /** The zone that the user has chosen for times that name none; IANA. */
  readonly chosen: string | null;
  /** The computer's. */
  readonly zone: string;
  /** Dates that reach into this are wanted, ms since 1970. */
  readonly from: number;
  readonly to: number;
}

export interface ReadCalendar {
  /** By their beginning. */
  readonly dates: readonly CalendarDate[];
  /** What the calendar calls itself; empty for nothing. */
  readonly name: string;
  /** The zone that the calendar says is its own; null where it says none. */
  readonly ownZone: string | null;
  /** How many events cannot be read, and some of them. */
  readonly leftOut: number;
  readonly leftOutEvents: LeftOutEvent[];
  /** Zones that nobody knows: times of theirs are floating. */
  readonly unknownZones: UnknownZone[];
}

/** Repetitions may take any time to work out: the worker that does is ended when it takes too long. */
export type MaintenanceMethods = {
  read: { input: CalendarFile; output: ReadCalendar };
};

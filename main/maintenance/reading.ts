/** A date of a calendar. */
export interface CalendarDate {
  /** Ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly title: string;
  /** What the event says beside its title and may name machines in; cut. */
  readonly said: string;
}

export interface CalendarText {
  /** iCalendar (RFC 5545). */
  readonly text: string;
  /** The zone of times that name none; IANA. */
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
  /** Events that cannot be read, or lie outside of the years 1970 to 2199. */
  readonly leftOut: number;
}

/** Repetitions may take any time to work out: the worker that does is ended when it takes too long. */
export type MaintenanceMethods = {
  read: { input: CalendarText; output: ReadCalendar };
};

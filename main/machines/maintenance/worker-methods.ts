import type { LeftOutEvent, UnknownZone } from '../../../preload/contract/machines/maintenance.ts';

/** A date in a calendar. */
export interface CalendarDate {
  /** Ms since 1970; if `floating`, as if its clock showed UTC. */
  readonly from: number;
  readonly to: number;
  /** In the calendar's clock, whichever that is on reading: whole days, and times without a zone. */
  readonly floating: boolean;
  readonly title: string;
  /** The event's text besides its title, which may name machines; cut. */
  readonly said: string;
}

export interface CalendarFile {
  /** iCalendar (RFC 5545), in any encoding. */
  readonly bytes: Uint8Array;
  /** The encoding stated with it. */
  readonly charset: string | null;
  /** The user's zone for times without one; IANA. */
  readonly chosen: string | null;
  /** The computer's. */
  readonly zone: string;
  /** Wanted time of dates, ms since 1970. */
  readonly from: number;
  readonly to: number;
}

export interface ReadCalendar {
  /** By start. */
  readonly dates: readonly CalendarDate[];
  /** The calendar's own name; empty for none. */
  readonly name: string;
  /** The calendar's own zone; null if it states none. */
  readonly ownZone: string | null;
  /** Number of unreadable events; some are listed. */
  readonly leftOut: number;
  readonly leftOutEvents: LeftOutEvent[];
  /** Unknown zones: their times are floating. */
  readonly unknownZones: UnknownZone[];
}

/** Computing repetitions may take forever: the worker is ended after a timeout. */
export type MaintenanceMethods = {
  read: { input: CalendarFile; output: ReadCalendar };
};

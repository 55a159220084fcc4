import type { ConsoleRequest } from '../../preload/contract/work/console-requests.ts';

/** Reading position in a conversation: a message and its distance from the upper edge. */
export interface ReadingPlace {
  /** Its index on the branch. */
  readonly index: number;
  readonly messageId: string;
  /** Pixels; negative if it begins above. */
  readonly offset: number;
}

/** A job that is being written, and is not submitted yet. */
export interface JobDraft {
  readonly machine: string;
  /** As typed: a template may have variables. */
  readonly script: string;
  readonly folder: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Drafts of jobs by system: they outlive the screen. */
export type JobDrafts = Map<string, JobDraft>;

/** Reading positions by conversation; a conversation left at its end has none. */
export type Places = Map<string, ReadingPlace>;

export function createPlaces(): Places {
  return new Map();
}

/** A request of the API console as it is being written. */
export interface ConsoleDraft {
  readonly request: ConsoleRequest;
  /** The saved request that it came from. */
  readonly savedId: string | null;
  /** Its last exchange. */
  readonly exchangeId: string | null;
}

/** Drafts by system, description and operation: they outlive the screen. */
export type ConsoleDrafts = Map<string, ConsoleDraft>;

import type { ConsoleRequest } from '../../preload/contract/work/console.ts';

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

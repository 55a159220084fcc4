import type { AppErrorData } from './errors.ts';

/** What crosses the contract as the answer of a call. */
export type CallResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: AppErrorData };

/** What the preload exposes as `window.computeDesk`, and what the WebSocket transport equals. */
export interface Bridge {
  invoke(name: string, input: unknown): Promise<CallResult>;
  /** Every event of the contract; gives the way to stop. */
  subscribe(listener: (name: string, payload: unknown) => void): () => void;
  /** Called when main went away or came back; a window takes new snapshots after `connected`. */
  onConnection?(listener: (connection: Connection) => void): () => void;
}

/** `refused`: something answers in main's place that does not know this window's secret, or the other way round. */
export type Connection = 'connected' | 'lost' | 'refused';

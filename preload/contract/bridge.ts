import type { AppErrorData } from './errors.ts';

/** The answer of a call as it crosses the contract. */
export type CallResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: AppErrorData };

/** Exposed by the preload as `window.computeDesk`; the WebSocket transport has the same form. */
export interface Bridge {
  invoke(name: string, input: unknown): Promise<CallResult>;
  /** Listens for every event of the contract; returns a function that stops. */
  subscribe(listener: (name: string, payload: unknown) => void): () => void;
  /** Called when the connection to main is lost or restored; a window takes new snapshots after `connected`. */
  onConnection?(listener: (connection: Connection) => void): () => void;
}

/** `refused`: the other end does not know this window's secret, or does not accept ours. */
export type Connection = 'connected' | 'lost' | 'refused';

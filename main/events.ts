import type { Emit, EventName } from '../preload/contract/index.ts';

/** The way of every event out of the core: to every window that listens. */
export interface Events {
  readonly emit: Emit;
  /** Gives the way to stop listening. */
  on(listener: (name: EventName, payload: unknown) => void): () => void;
  /** Nobody hears anything any more. */
  close(): void;
}

export function createEvents(): Events {
  const listeners = new Set<(name: EventName, payload: unknown) => void>();
  return {
    emit(name, payload) {
      for (const listener of listeners) listener(name, payload);
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}

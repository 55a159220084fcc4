import type { Emit, EventName } from '../../preload/contract/index.ts';

/** The way of every event out of the core: to every window that listens. */
export interface Events {
  readonly emit: Emit;
  /** Gives the way to stop listening. */
  on(listener: (name: EventName, payload: unknown) => void): () => void;
  /** Nobody hears anything any more. */
  close(): void;
}

/** @param failed Told of a listener that throws: it is the domain's that emits as little as the other listeners' */
export function createEvents(failed: (name: EventName, cause: unknown) => void): Events {
  const listeners = new Set<(name: EventName, payload: unknown) => void>();
  return {
    emit(name, payload) {
      for (const listener of listeners) {
        try {
          listener(name, payload);
        } catch (cause) {
          failed(name, cause);
        }
      }
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}

import type { Emit, EventName } from '../../preload/contract/index.ts';

/** Sends every event of the core to each listening window. */
export interface Events {
  readonly emit: Emit;
  /** Returns a function that stops listening. */
  on(listener: (name: EventName, payload: unknown) => void): () => void;
  /** Removes all listeners. */
  close(): void;
}

/** @param failed Called when a listener throws, so that neither the emitting domain nor other listeners fail */
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

import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError, type AppErrorData } from '../../preload/contract/errors.ts';

/** The last value from main. `problem` is the error of the last snapshot or `carryOut`. */
export interface Followed<T> {
  readonly value: T | null;
  readonly problem: AppErrorData | null;
}

export interface FollowedStore<T> extends StoreApi<Followed<T>> {
  /** Takes a new snapshot; an error is stored as `problem`, the old value stays. */
  retake(): Promise<void>;
  /** Makes a call whose result arrives as an event; an error is stored as `problem`. */
  carryOut(ask: () => Promise<unknown>): Promise<void>;
}

const emptyValue = { value: null, problem: null };
/** Enough retries for events that cross a snapshot; a domain that never rests still gets its first value. */
const mostSnapshots = 4;

/** Returns an error as data. Anything but an `AppError` is a bug of the renderer and counts as `internal`. */
export function toProblem(error: unknown): AppErrorData {
  return (error instanceof AppError ? error : new AppError('internal', { cause: error })).toData();
}

export interface Snapshots<T> {
  readonly store: FollowedStore<T>;
  /** An event contains the whole value. */
  accept(value: T): void;
  /** An event says that the value is outdated: takes a snapshot, and another if it changes meanwhile. */
  outdate(): void;
  /** Applies an event; takes the value again if `change` returns null, or if a snapshot is in progress. */
  update(change: (value: T) => T | null): void;
  /** The snapshot's key has changed: drops the value and takes another. */
  restart(): Promise<void>;
}

/**
 * Creates a store that starts from one snapshot and follows events. An event during a snapshot may be older or newer
 * than it, so the snapshot is then repeated.
 */
export function createSnapshots<T>(take: () => Promise<T | null>): Snapshots<T> {
  const store = createStore<Followed<T>>(() => emptyValue);
  let events = 0;
  let attempt = 0;

  let taking = false;
  /** Set during a snapshot. */
  let outdated = false;

  const retake = async () => {
    attempt += 1;
    const own = attempt;
    taking = true;
    try {
      for (let round = 1; ; round += 1) {
        const before = events;
        const { value: had } = store.getState();
        outdated = false;
        const value = await take();
        if (own !== attempt) return;
        const last = events === before || round >= mostSnapshots;
        // a snapshot crossed by an event may be older than the event's value
        if (last || had === null) store.setState({ value, problem: null });
        if (!outdated && last) return;
      }
    } catch (error) {
      if (own === attempt) store.setState({ problem: toProblem(error) });
    } finally {
      if (own === attempt) taking = false;
    }
  };

  const carryOut = async (ask: () => Promise<unknown>) => {
    try {
      await ask();
    } catch (error) {
      store.setState({ problem: toProblem(error) });
    }
  };

  const accept = (value: T) => {
    events += 1;
    store.setState({ value, problem: null });
  };
  const outdate = () => {
    outdated = true;
    if (!taking) void retake();
  };

  return {
    store: Object.assign(store, { retake, carryOut }),
    accept,
    outdate,
    update(change) {
      const { value } = store.getState();
      const next = taking || value === null ? null : change(value);
      if (next === null) outdate();
      else if (next !== value) accept(next);
    },
    async restart() {
      store.setState(emptyValue);
      await retake();
    },
  };
}

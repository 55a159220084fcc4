import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError, type AppErrorData } from '../../preload/contract/errors.ts';

/** What main said last. `problem` is why the last snapshot or the last `carryOut` failed. */
export interface Followed<T> {
  readonly value: T | null;
  readonly problem: AppErrorData | null;
}

export interface FollowedStore<T> extends StoreApi<Followed<T>> {
  /** Takes a new snapshot; a failure is kept as `problem`, the old value stays. */
  retake(): Promise<void>;
  /** Asks main for something whose outcome comes as an event; a failure is kept as `problem`. */
  carryOut(ask: () => Promise<unknown>): Promise<void>;
}

const emptyValue = { value: null, problem: null };
/** Enough for events that cross a snapshot; a domain that never rests still gets its first value. */
const mostSnapshots = 4;

/** An error as data. What is no `AppError` is a fault of the renderer and counts as `internal`. */
export function asProblem(error: unknown): AppErrorData {
  return (error instanceof AppError ? error : new AppError('internal', { cause: error })).toData();
}

export interface Snapshots<T> {
  readonly store: FollowedStore<T>;
  /** An event brought the whole value. */
  accept(value: T): void;
  /** An event said that the value is out of date: it is taken again, once more if it changes meanwhile. */
  outdate(): void;
  /** What the snapshot is taken of has changed: forgets the value and takes another. */
  restart(): Promise<void>;
}

/**
 * A store that starts from one snapshot and follows events. An event that arrives while a snapshot is
 * under way may be older or newer than it, so the snapshot is then taken again.
 */
export function createSnapshots<T>(take: () => Promise<T | null>): Snapshots<T> {
  const store = createStore<Followed<T>>(() => emptyValue);
  let events = 0;
  let attempt = 0;

  let taking = false;
  /** Said while a snapshot was under way. */
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
        // one that an event crossed may be older than what that brought
        if (last || had === null) store.setState({ value, problem: null });
        if (!outdated && last) return;
      }
    } catch (error) {
      if (own === attempt) store.setState({ problem: asProblem(error) });
    } finally {
      if (own === attempt) taking = false;
    }
  };

  const carryOut = async (ask: () => Promise<unknown>) => {
    try {
      await ask();
    } catch (error) {
      store.setState({ problem: asProblem(error) });
    }
  };

  return {
    store: Object.assign(store, { retake, carryOut }),
    accept(value) {
      events += 1;
      store.setState({ value, problem: null });
    },
    outdate() {
      outdated = true;
      if (!taking) void retake();
    },
    async restart() {
      store.setState(emptyValue);
      await retake();
    },
  };
}

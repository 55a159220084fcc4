import type { ProgramCall } from '../../../preload/contract/work/programs.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import type { ProgramKeys } from './keys.ts';
import type { ProgramStore, StoredCall, StoredProgram } from './store.ts';

/** Time between two writings, ms: a busy program makes hundreds of calls in it. */
const pause = 1_000;
/** Time between two writings of when a key was last used, ms. */
const usedPause = 5_000;
/** Calls that are written down without a wait. */
const most = 1_000;
/** Calls after which those beyond the limit are deleted. */
const tidiedAfter = 500;

export type NotedCall = Omit<ProgramCall, 'id' | 'at' | 'program'>;

/** Writes down what programs called and when their keys were last used: the first at once, more together. */
export function createNotes(deps: {
  readonly store: Pick<ProgramStore, 'note' | 'save'>;
  readonly keys: Pick<ProgramKeys, 'find' | 'used'>;
  /** Deletes what is beyond a limit. */
  readonly tidy: () => Promise<void>;
  /** Something was written. */
  readonly noted: () => void;
  readonly background: (event: string, work: Promise<unknown>) => void;
  readonly now: () => Date;
}) {
  const { store, keys, now } = deps;
  let calls: StoredCall[] = [];
  /** Programs whose last use is not written, with when it last was. */
  const unsaved = new Set<string>();
  const saved = new Map<string, number>();
  let timer: { readonly handle: NodeJS.Timeout; readonly at: number } | null = null;
  let written = 0;
  /** Something was written that windows were not told of. */
  let untold = false;
  let begunAt = Number.NEGATIVE_INFINITY;
  const next = serialQueue();

  /** @param isLast nothing waits for a later time */
  async function saveUsed(isLast: boolean): Promise<void> {
    const time = now().getTime();
    const due = [...unsaved].filter(
      (id) => isLast || Math.abs(time - (saved.get(id) ?? 0)) >= usedPause,
    );
    const programs = due.flatMap((id) => keys.find(id) ?? []);
    for (const id of due) {
      unsaved.delete(id);
      saved.set(id, time);
    }
    if (unsaved.size > 0) later(usedPause);
    if (programs.length === 0) return;
    try {
      await store.save(...programs);
    } catch (cause) {
      for (const id of due) unsaved.add(id);
      throw cause;
    }
  }

  async function saveCalls(): Promise<void> {
    const noting = calls;
    calls = [];
    if (noting.length === 0) return;
    try {
      await store.note(noting);
    } catch (cause) {
      // They are tried again with the next ones.
      calls = [...noting, ...calls].slice(-most / 2);
      throw cause;
    }
    untold = true;
    written += noting.length;
    if (written < tidiedAfter) return;
    written = 0;
    await deps.tidy();
  }

  async function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer.handle);
    timer = null;
    await saveUsed(false);
    await saveCalls();
    if (untold) deps.noted();
    untold = false;
  }

  function begin(): void {
    begunAt = performance.now();
    deps.background('programs.note', next(write));
  }

  function later(wait: number): void {
    const at = performance.now() + wait;
    if (timer !== null && timer.at <= at) return;
    if (timer !== null) clearTimeout(timer.handle);
    timer = { handle: setTimeout(begin, wait).unref(), at };
  }

  return {
    add(program: StoredProgram, call: NotedCall): void {
      const at = now().toISOString();
      keys.used(program.id, at);
      unsaved.add(program.id);
      calls.push({ ...call, at, program: program.name, systemId: program.systemId });
      const passed = performance.now() - begunAt;
      if (passed >= pause || calls.length >= most) begin();
      else later(pause - passed);
    },
    /** Writes the calls that wait, for a window that asks; others are told in their time. */
    flush: () =>
      next(async () => {
        await saveCalls();
        if (untold) later(pause);
      }),
    /** Writes all that waits. */
    end: () =>
      next(async () => {
        await saveUsed(true);
        await saveCalls();
        if (timer !== null) clearTimeout(timer.handle);
      }),
  };
}

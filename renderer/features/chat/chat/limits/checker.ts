/** Debounce of the check, ms. */
const rest = 300;
/** A slow check is requested less often: it waits this many times its own duration. */
const patience = 4;

export interface Checker<Subject> {
  /** Sets the subject to check, null for none; `soon` skips the debounce. */
  look(subject: Subject | null, soon?: boolean): void;
  close(): void;
}

/**
 * Requests a check after each pause in typing, one at a time, and reports the answer unless the subject has changed in
 * kind meanwhile. A failed check is reported as null.
 * @param same whether an answer for the first subject still applies to the second
 */
export function createChecker<Subject, Answer>(
  ask: (subject: Subject) => Promise<Answer>,
  tell: (answer: Answer | null) => void,
  same: (asked: Subject, now: Subject) => boolean,
): Checker<Subject> {
  let latest: Subject | null = null;
  let dirty = false;
  let asking = false;
  let closed = false;
  let pause = rest;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function judge(): Promise<void> {
    if (asking || closed || latest === null || !dirty) return;
    const subject = latest;
    dirty = false;
    asking = true;
    const begun = performance.now();
    let answer: Answer | null = null;
    try {
      answer = await ask(subject);
    } catch {
      // No check is possible yet: no model or no key, or main is unreachable, which other places show.
      answer = null;
    }
    asking = false;
    pause = Math.max(rest, (performance.now() - begun) * patience);
    if (closed) return;
    if (latest !== null && same(subject, latest)) tell(answer);
    if (dirty) wait(pause);
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void judge(), milliseconds);
  }

  return {
    look(subject, soon = false) {
      if (latest === null || subject === null || !same(latest, subject)) tell(null);
      latest = subject;
      dirty = subject !== null;
      if (!asking) wait(soon ? 0 : pause);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

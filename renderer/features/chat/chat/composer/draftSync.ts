import { draftRevision } from '../../../../../preload/contract/chat/drafts.ts';
import type { HeardDraft } from '../conversation/heard.ts';

/** Milliseconds after which what was typed is kept, and what was not taken is tried again. */
const pause = { typing: 400, failed: 2_000 };
/** Sending a text of so many characters holds up the window: it waits for a rest in the typing, but not for ever. */
const long = { characters: 100_000, rest: 1_000, most: 5_000 };

/** The text of one composer, and the draft that every window of its conversation shares. */
export interface DraftSync {
  /** It was typed here. */
  write(text: string): void;
  hear(heard: HeardDraft): void;
  /** While a composition runs, nothing comes from elsewhere. */
  compose(composing: boolean): void;
  /** Keeps what is not kept yet. */
  flush(): Promise<void>;
  /**
   * Keeps the text as it is now, and nothing that is written from then on until the returned function is called: a
   * message that is being sent stays the draft until main has it.
   */
  hold(): () => void;
  /** Another draft from now on, empty so far: what is written here goes there. */
  restart(): void;
  close(): void;
}

/**
 * Sends what is typed, one text after the other, each over the one that this window knew; main keeps both where
 * another was written meanwhile. What others wrote is shown while nothing of this window's own is on its way.
 * @param save false: main did not take it
 * @param show puts a text of another window into the field
 */
export function createDraftSync(deps: {
  readonly writer: string;
  readonly save: (draft: string, over: string) => Promise<boolean>;
  readonly show: (text: string) => void;
  /** Whether main would not take what was written last. */
  readonly onFailed?: (failed: boolean) => void;
}): DraftSync {
  /** As main has it, as far as it is known here; and as it stands in the field. */
  let base = '';
  let local = '';
  let sending: { readonly text: string; heard: boolean; readonly done: Promise<void> } | null =
    null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** When the first change of a long text came that is not kept. */
  let since: number | null = null;
  let composing = false;
  /** Of another window, and not shown yet. */
  let held: string | null = null;
  let closed = false;
  /** What is to be kept in place of the text in the field; null: that text itself. */
  let pinned: string | null = null;

  const toKeep = (): string => pinned ?? local;
  const adopt = (text: string): void => {
    base = text;
    if (local === text) return;
    local = text;
    deps.show(text);
  };
  const takeHeld = (): void => {
    const isMine = pinned !== null || local !== base || (sending !== null && !sending.heard);
    if (held === null || composing || isMine) return;
    const text = held;
    held = null;
    adopt(text);
  };
  const arm = (ms: number): void => {
    if (!closed) timer ??= setTimeout(() => void flush(), ms);
  };
  const disarm = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    since = null;
  };
  /** Once more after each change of a long text, the first of which is a while ago at most. */
  const armLate = (): void => {
    const first = since ?? performance.now();
    disarm();
    since = first;
    arm(Math.min(long.rest, Math.max(0, first + long.most - performance.now())));
  };

  async function send(now: { readonly text: string; heard: boolean }): Promise<void> {
    const taken = await deps.save(now.text, draftRevision(base));
    if (sending !== null && sending.text === now.text && taken && !now.heard) base = now.text;
    sending = null;
    deps.onFailed?.(!taken);
    if (toKeep() !== base) arm(taken ? pause.typing : pause.failed);
  }

  async function flush(): Promise<void> {
    disarm();
    if (sending !== null && !closed) {
      await sending.done;
      disarm();
    }
    takeHeld();
    const text = toKeep();
    if (text === base || sending?.text === text) return;
    const now = { text, heard: false };
    const done = send(now);
    sending = Object.assign(now, { done });
    await done;
  }

  return {
    write(text) {
      local = text;
      if (pinned !== null || (local === base && held === null)) return;
      if (text.length < long.characters) arm(pause.typing);
      else armLate();
    },
    hear({ draft, writer }) {
      if (writer === deps.writer) {
        held = null;
        if (sending !== null) sending.heard = true;
        const refused = sending !== null && draft !== sending.text && local === sending.text;
        if (refused && !composing) adopt(draft);
        else base = draft;
      } else if (local === draft) {
        held = null;
        base = draft;
      } else {
        held = draft;
        takeHeld();
      }
    },
    compose(now) {
      composing = now;
      takeHeld();
    },
    flush,
    hold() {
      pinned = local;
      void flush();
      return () => {
        pinned = null;
        if (local !== base) void flush();
        else takeHeld();
      };
    },
    restart() {
      disarm();
      // what is being sent is the draft of the place before
      if (pinned !== null) pinned = '';
      sending = null;
      held = null;
      base = '';
      if (toKeep() !== base) arm(pause.typing);
    },
    close() {
      closed = true;
      void flush();
    },
  };
}

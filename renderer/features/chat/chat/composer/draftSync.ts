import { draftRevision } from '../../../../../preload/contract/chat/drafts.ts';
import type { RemoteDraft } from '../conversation/latestDraft.ts';

/** Delay of storing typed text, and of the retry after a failure, ms. */
const pause = { typing: 400, failed: 2_000 };
/** Sending a text this long blocks the window: it waits for a pause in the typing, up to a limit. */
const long = { characters: 100_000, rest: 1_000, most: 5_000 };

/** The text of one composer, and the draft shared by every window of its conversation. */
export interface DraftSync {
  /** Called for local input. */
  write(text: string): void;
  hear(heard: RemoteDraft): void;
  /** During a composition, no foreign text is applied. */
  compose(composing: boolean): void;
  /** Stores the unsaved text. */
  flush(): Promise<void>;
  /**
   * Keeps the stored draft as it is until the returned function is called, whatever is typed meanwhile: a message being
   * sent stays the draft until main has it.
   */
  hold(): () => void;
  /** Starts another draft, empty so far: from now on input goes there. */
  restart(): void;
  close(): void;
}

/**
 * Stores typed texts one after the other, each replacing the one that this window knew; main keeps both if another was
 * written meanwhile. Foreign texts are shown while this window has nothing pending.
 * @param save false: main refused it
 * @param show puts another window's text into the field
 */
export function createDraftSync(deps: {
  readonly writer: string;
  readonly save: (draft: string, over: string) => Promise<boolean>;
  readonly show: (text: string) => void;
  /** Whether main refused the last text. */
  readonly onFailed?: (failed: boolean) => void;
}): DraftSync {
  /** Main's text as known here; and the field's text. */
  let base = '';
  let local = '';
  let sending: { readonly text: string; heard: boolean; readonly done: Promise<void> } | null =
    null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  /** Time of the first unsaved change of a long text. */
  let since: number | null = null;
  let composing = false;
  /** A foreign text, not shown yet. */
  let held: string | null = null;
  let closed = false;
  /** The text to store in place of the field's; null for the field's text. */
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
  /** Debounces changes of a long text, up to a maximum delay. */
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
      // the message being sent is the draft of the previous place
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

/** Main's draft, and the window that wrote it; null for none of them, or a snapshot. */
export interface HeardDraft {
  readonly draft: string;
  readonly writer: string | null;
}

/** The latest draft received: every one notifies. */
export interface Heard<D extends HeardDraft = HeardDraft> {
  readonly value: D | null;
}

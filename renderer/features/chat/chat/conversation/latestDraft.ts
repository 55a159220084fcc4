/** Main's draft, and the window that wrote it; null for none of them, or a snapshot. */
export interface RemoteDraft {
  readonly draft: string;
  readonly writer: string | null;
}

/** The latest draft received: every one notifies. */
export interface LatestDraft<D extends RemoteDraft = RemoteDraft> {
  readonly value: D | null;
}

/** A draft as main has it, and which window wrote it; null: none of them, or a snapshot. */
export interface HeardDraft {
  readonly draft: string;
  readonly writer: string | null;
}

/** The last draft that was heard of: told anew with each. */
export interface Heard<D extends HeardDraft = HeardDraft> {
  readonly value: D | null;
}

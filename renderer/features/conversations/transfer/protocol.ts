import type { Refusal } from './batches.ts';

/** To the worker: a file first, then `next` after each piece that was taken in. */
export type Question = { readonly kind: 'file'; readonly file: File } | { readonly kind: 'next' };

export type Answer =
  | { readonly kind: 'batch'; readonly bytes: Uint8Array; readonly count: number }
  | { readonly kind: 'attached'; readonly hash: string; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly code: Refusal };

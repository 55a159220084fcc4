import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { SkippedPart } from '../../../../../preload/contract/chat/portable.ts';
import type { AttachedFile, Batch, Refusal } from './batches.ts';
import type { FoundFile } from './sources.ts';

/** Messages to the worker: first a file, then an answer to each piece, with the result for a found file. */
export type Question =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'next'; readonly taken: Attachment | SkippedPart['reason'] | null };

export type Answer =
  | Batch
  | AttachedFile
  | { readonly kind: 'found'; readonly file: FoundFile }
  | { readonly kind: 'noted'; readonly skipped: readonly SkippedPart[]; readonly count: number }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly code: Refusal };

import type { Grammar } from './languages.ts';

/** Lines of a block to colour; blocks are identified by id, and their lines come in order. */
export interface Request {
  readonly id: number;
  readonly grammar: Grammar;
  readonly lines: readonly string[];
  /** Nothing more of this block follows. */
  readonly last: boolean;
}

/** One line: alternating lengths and classes; class 0 is plain text, others are `classes[n - 1]`. */
export type ColouredLine = readonly number[];

export interface Response {
  readonly id: number;
  readonly lines: readonly ColouredLine[];
}

export const classes = [
  'keyword',
  'string',
  'comment',
  'constant',
  'function',
  'parameter',
  'punctuation',
  'link',
  'inserted',
  'deleted',
] as const;

import type { Block } from './block.ts';

const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type AlertKind = (typeof alertKinds)[number];

const mark = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** What a quote's first line (`[!NOTE]`) says that the quote is, and the characters that say it. */
export function readAlert(
  quote: Block | null,
): { readonly kind: AlertKind; readonly length: number } | null {
  const [first] = quote?.children ?? [];
  if (quote?.type !== 'quote' || first?.type !== 'paragraph') return null;
  const [written = '', name] = mark.exec(first.text) ?? [];
  const kind = alertKinds.find((one) => one === name?.toLowerCase());
  return kind === undefined ? null : { kind, length: written.length };
}

/** How many characters at the start of a paragraph only say what the quote is that it is in. */
export function alertMark(block: Block): number {
  const { type, parent } = block;
  if (type !== 'paragraph' || parent?.children[0] !== block) return 0;
  return readAlert(parent)?.length ?? 0;
}

/** The box of a task (`[x]`) that a paragraph begins with, empty when it is none. GFM, task list items. */
export function taskMark(block: Block): string {
  const { type, parent, text } = block;
  if (type !== 'paragraph' || parent?.type !== 'item' || parent.children[0] !== block) return '';
  return /^\[[ xX]\](?=[ \t\n]+\S)/.exec(text)?.[0].toLowerCase() ?? '';
}

/** How many characters at a block's start are drawn as something else than text: a box, the title of an alert. */
export const markLength = (block: Block): number => (taskMark(block) === '' ? alertMark(block) : 4);

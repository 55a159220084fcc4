import type { Block } from './block.ts';

const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
export type AlertKind = (typeof alertKinds)[number];

const mark = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** Returns the kind of alert in a quote's first line (`[!NOTE]`), and the length of its mark. */
export function readAlert(
  quote: Block | null,
): { readonly kind: AlertKind; readonly length: number } | null {
  const [first] = quote?.children ?? [];
  if (quote?.type !== 'quote' || first?.type !== 'paragraph') return null;
  const [written = '', name] = mark.exec(first.text) ?? [];
  const kind = alertKinds.find((one) => one === name?.toLowerCase());
  return kind === undefined ? null : { kind, length: written.length };
}

/** Returns the length of an alert's mark at the start of a paragraph. */
export function alertMark(block: Block): number {
  const { type, parent } = block;
  if (type !== 'paragraph' || parent?.children[0] !== block) return 0;
  return readAlert(parent)?.length ?? 0;
}

/** Returns the task box (`[x]`) at the start of a paragraph, empty if there is none. GFM, task list items. */
export function taskMark(block: Block): string {
  const { type, parent, text } = block;
  if (type !== 'paragraph' || parent?.type !== 'item' || parent.children[0] !== block) return '';
  return /^\[[ xX]\](?=[ \t\n]+\S)/.exec(text)?.[0].toLowerCase() ?? '';
}

/** Returns the length of a block's start that is not drawn as text: a task box, an alert's mark. */
export const markLength = (block: Block): number => (taskMark(block) === '' ? alertMark(block) : 4);

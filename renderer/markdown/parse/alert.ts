import type { Block } from './block.ts';

export const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const;
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

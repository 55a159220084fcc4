import type { Operation } from '../../../../../preload/contract/work/console-descriptions.ts';

/** A line of the list: the title of a group, or an operation. */
export type ListLine =
  | {
      readonly kind: 'group';
      /** Empty for operations without a tag. */
      readonly tag: string;
      readonly count: number;
      readonly open: boolean;
    }
  | { readonly kind: 'operation'; readonly operation: Operation };

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the operations that have every word in summary, path, method, id or tags. */
export function findOperations(
  operations: readonly Operation[],
  search: string,
): readonly Operation[] {
  const words = folded(search).split(/\s/).filter(Boolean);
  if (words.length === 0) return operations;
  return operations.filter(({ summary, key, operationId, tags }) => {
    const text = folded([summary, key, operationId ?? '', ...tags].join(' '));
    return words.every((word) => text.includes(word));
  });
}

/** Groups operations by their first tag, in the description's order. A search opens all groups. */
export function groupOperations(
  operations: readonly Operation[],
  closed: ReadonlySet<string>,
): readonly ListLine[] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const tag = operation.tags[0] ?? '';
    const group = groups.get(tag) ?? [];
    group.push(operation);
    groups.set(tag, group);
  }
  return [...groups].flatMap(([tag, group]) => {
    const open = !closed.has(tag);
    return [
      { kind: 'group' as const, tag, count: group.length, open },
      ...(open ? group.map((operation) => ({ kind: 'operation' as const, operation })) : []),
    ];
  });
}

/** Returns what an operation is called. */
export const nameOf = ({ summary, path }: Pick<Operation, 'summary' | 'path'>): string =>
  summary === '' ? path : summary;

/** Summaries that do not tell operations apart: the same call in several versions of an API. */
export function repeatedSummaries(operations: readonly Operation[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { summary, method } of operations) {
    const call = `${method} ${summary}`;
    if (seen.has(call)) repeated.add(summary);
    seen.add(call);
  }
  return repeated;
}

/** Methods in the width of a list: `DEL`. */
export const shortMethod = (method: string): string =>
  method === 'DELETE' ? 'DEL' : method === 'OPTIONS' ? 'OPT' : method.slice(0, 5);

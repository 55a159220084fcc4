import { constantsOf, textOf } from '../constants.ts';
import { lineOf } from '../files.ts';
import { type Node, nodesOf } from '../syntax.ts';

/** A regular expression in a file. */
export interface Pattern {
  readonly line: number;
  /** As in `RegExp.source`; null if it is known only at run time. */
  readonly source: string | null;
  readonly flags: string;
  /** Its source text. */
  readonly text: string;
}

/** Returns literals, and `new RegExp` of texts in the same file. */
export function patternsOf(file: string, text: string): Pattern[] {
  const nodes = nodesOf(file, text);
  const known = constantsOf(nodes);
  return nodes.flatMap((node) => {
    const found = literalOf(node) ?? constructed(node, known);
    if (found === null) return [];
    const { start, end } = node;
    return [{ ...found, line: lineOf(text, start), text: text.slice(start, end) }];
  });
}

type Source = Pick<Pattern, 'source' | 'flags'>;

function literalOf(node: Node): Source | null {
  const regex = node.regex as { pattern: string; flags: string } | null | undefined;
  if (node.type !== 'Literal' || !regex) return null;
  return { source: regex.pattern, flags: regex.flags };
}

function constructed(node: Node, known: ReadonlyMap<string, Node>): Source | null {
  const callee = node.callee as Node | undefined;
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (!isCall || callee?.type !== 'Identifier' || callee.name !== 'RegExp') return null;
  const [source, flags] = node.arguments as Node[];
  const options = flags === undefined ? '' : textOf(flags, known);
  const pattern = source === undefined ? null : textOf(source, known);
  return { source: options === null ? null : pattern, flags: options ?? '' };
}

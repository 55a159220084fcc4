import { lineOf } from '../files.ts';
import { type Node, nodesOf } from '../syntax.ts';

/** A regular expression of a file. */
export interface Pattern {
  readonly line: number;
  /** As in `RegExp.source`; null where it is made of what only a run tells. */
  readonly source: string | null;
  readonly flags: string;
  /** How it is written. */
  readonly text: string;
}

/** The literals, and what `new RegExp` makes of texts that stand in the same file. */
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

/** The constants of a file that are texts, by name; one that is declared twice is none. */
function constantsOf(nodes: readonly Node[]): Map<string, Node> {
  const known = new Map<string, Node>();
  const twice = new Set<string>();
  for (const node of nodes) {
    if (node.type !== 'VariableDeclarator') continue;
    const name = (node.id as Node).name;
    const init = node.init as Node | null;
    if (typeof name !== 'string' || init === null) continue;
    if (known.has(name)) twice.add(name);
    known.set(name, init);
  }
  for (const name of twice) known.delete(name);
  return known;
}

/** What a text comes to; null where that cannot be told. */
function textOf(node: Node, known: ReadonlyMap<string, Node>, depth = 0): string | null {
  if (depth > 10) return null;
  const read = (inner: Node): string | null => textOf(inner, known, depth + 1);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : null;
    case 'Identifier': {
      const init = known.get(String(node.name));
      return init === undefined ? null : read(init);
    }
    case 'TemplateLiteral': {
      const texts = (node.quasis as { value: { cooked: string | null } }[]).map(
        ({ value }) => value.cooked,
      );
      return joined(texts, (node.expressions as Node[]).map(read));
    }
    case 'BinaryExpression':
      return node.operator === '+'
        ? joined(['', '', ''], [read(node.left as Node), read(node.right as Node)])
        : null;
    default:
      return null;
  }
}

function joined(texts: readonly (string | null)[], between: readonly (string | null)[]) {
  const parts = texts.flatMap((text, at) => (at < between.length ? [text, between[at]] : [text]));
  return parts.some((part) => part === null || part === undefined) ? null : parts.join('');
}

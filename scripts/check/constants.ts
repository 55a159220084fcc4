import type { Node } from './syntax.ts';

/** Returns a file's text constants by name; leaves out those declared twice. */
export function constantsOf(nodes: readonly Node[]): Map<string, Node> {
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

/** Returns the value of a text expression; null if it is unknown. */
export function textOf(node: Node, known: ReadonlyMap<string, Node>, depth = 0): string | null {
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

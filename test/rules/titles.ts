import { type Node, nodesOf } from '../../scripts/check/syntax.ts';

/** What declares a test, or a group of them. */
const usual = ['test', 'it', 'describe'];
/** Functions of the tests' own that do so with the rows that they are given, each row's title first. */
const withRows = new Set(['diagnosed']);
/** What keeps it from ever being run. */
const never = new Set(['skip', 'todo', 'fails']);

/**
 * The words under which the tests of a file run: their titles, those of their groups, and what stands in the rows that
 * a title is written for (`each`). Comments, code and tests that are skipped for good have none.
 */
export function titlesOf(file: string, text: string): string[] {
  const nodes = nodesOf(file, text);
  const known = new Map<string, Node>();
  for (const node of nodes) {
    const { id, init } = node as { id?: Node; init?: Node | null };
    if (node.type === 'VariableDeclarator' && init) known.set(String(id?.name), init);
  }
  const declaring = declaringIn(nodes, known);
  const skipped = nodes
    .filter((node) => isNever(node, declaring))
    .map(({ start, end }) => ({ start, end }));
  return nodes.flatMap((node) => {
    if (node.type !== 'CallExpression') return [];
    if (withRows.has(String((node.callee as Node).name))) return firstsIn(node.arguments);
    if (!declaring.has(pathOf(node.callee as Node)[0] ?? '')) return [];
    if (skipped.some(({ start, end }) => node.start >= start && node.end <= end)) return [];
    const [title] = node.arguments as Node[];
    if (title === undefined || !isText(title, known)) return [];
    return [textIn(title, known), ...rowsOf(node.callee as Node, known)];
  });
}

/** What calls of are tests: `test`, by another name where a file has one for it (`const there = test.skipIf(…)`). */
function declaringIn(nodes: readonly Node[], known: ReadonlyMap<string, Node>): Set<string> {
  const declaring = new Set(usual);
  for (const node of nodes) {
    const { imported, local } = node as { imported?: Node; local?: Node };
    if (node.type === 'ImportSpecifier' && usual.includes(String(imported?.name))) {
      declaring.add(String(local?.name));
    }
  }
  for (const [name, init] of known) {
    const [root = ''] =
      init.type === 'CallExpression' || init.type === 'MemberExpression' ? pathOf(init) : [];
    if (declaring.has(root)) declaring.add(name);
  }
  return declaring;
}

/** The first texts of lists, wherever those stand. */
function firstsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  const [first] = (node.type === 'ArrayExpression' ? node.elements : []) as Node[];
  const own = first?.type === 'Literal' && typeof first.value === 'string' ? [first.value] : [];
  return [...own, ...Object.values(value).flatMap(firstsIn)];
}

/** `describe.skip('…', …)` with all that stands in it. */
function isNever(node: Node, declaring: ReadonlySet<string>): boolean {
  if (node.type !== 'CallExpression') return false;
  const [first = '', ...more] = pathOf(node.callee as Node);
  return declaring.has(first) && more.some((word) => never.has(word));
}

function pathOf(callee: Node): string[] {
  if (callee.type === 'Identifier') return [String(callee.name)];
  if (callee.type === 'MemberExpression') {
    return [...pathOf(callee.object as Node), String((callee.property as Node).name)];
  }
  return callee.type === 'CallExpression' ? pathOf(callee.callee as Node) : [];
}

/** The rows of `each` and `for`, from where they are declared. */
function rowsOf(callee: Node, known: ReadonlyMap<string, Node>): string[] {
  if (callee.type !== 'CallExpression') return [];
  const name = (callee.callee as Node).property as Node | undefined;
  const isRows = name?.name === 'each' || name?.name === 'for';
  const [rows] = callee.arguments as Node[];
  return isRows && rows !== undefined ? textsIn(rows, known) : [];
}

/** All texts of an expression, those of what it names in the file included. */
function textsIn(value: unknown, known: ReadonlyMap<string, Node>, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > 40) return [];
  const node = value as Node;
  if (/Function/.test(node.type ?? '')) return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateLiteral') return [textIn(node, known)];
  if (node.type === 'Identifier') {
    const named = known.get(String(node.name));
    return named === undefined ? [] : textsIn(named, withoutName(known, node), depth + 1);
  }
  return Object.values(value).flatMap((inner) => textsIn(inner, known, depth + 1));
}

function withoutName(known: ReadonlyMap<string, Node>, { name }: Node): Map<string, Node> {
  return new Map([...known].filter(([other]) => other !== name));
}

function isText(node: Node, known: ReadonlyMap<string, Node>): boolean {
  if (node.type === 'Literal') return typeof node.value === 'string';
  if (node.type === 'TemplateLiteral') return true;
  if (node.type === 'BinaryExpression') return node.operator === '+';
  return node.type === 'Identifier' && known.get(String(node.name))?.type === 'Literal';
}

/** As it is written; what only a run tells is left out. */
function textIn(node: Node, known: ReadonlyMap<string, Node>): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis as { value: { cooked: string | null } }[];
    return parts.map(({ value }) => value.cooked ?? '').join('…');
  }
  if (node.type === 'BinaryExpression') {
    return textIn(node.left as Node, known) + textIn(node.right as Node, known);
  }
  const named = node.type === 'Identifier' ? known.get(String(node.name)) : undefined;
  return named?.type === 'Literal' ? String(named.value) : '';
}

import { parseSync } from 'vite';

/** A node of the syntax tree (ESTree, with TypeScript's). */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** Returns all nodes of a file, parents first. */
export function nodesOf(file: string, text: string): Node[] {
  const { program, errors } = parseSync(file, text, {});
  const [broken] = errors;
  if (broken !== undefined) throw new SyntaxError(`${file}: ${broken.message}`);
  const nodes: Node[] = [];
  collect(program, nodes);
  return nodes;
}

function collect(value: unknown, nodes: Node[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) nodes.push(value);
  for (const inner of Object.values(value)) collect(inner, nodes);
}

function isNode(value: object): value is Node {
  return 'type' in value && typeof value.type === 'string' && 'start' in value;
}

import { parseSync, Visitor } from 'vite';
import { lineOf } from '../files.ts';

export interface Declared {
  readonly id: string;
  readonly line: number;
  /** Its text, from the id to the end of its value. */
  readonly source: string;
}

/** Returns the entries of `export const <name> = { … }`, looking through `as` and `satisfies`. */
export function declaredIn(file: string, text: string, name: string): Declared[] {
  const found: Declared[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || id.name !== name) return;
      let value = init;
      while (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression') {
        value = value.expression;
      }
      if (value?.type !== 'ObjectExpression') return;
      for (const property of value.properties) {
        if (property.type !== 'Property') continue;
        const { key, start, end } = property;
        const entry =
          key.type === 'Identifier'
            ? key.name
            : key.type === 'Literal' && typeof key.value === 'string'
              ? key.value
              : null;
        if (entry === null) continue;
        found.push({ id: entry, line: lineOf(text, start), source: text.slice(start, end) });
      }
    },
  }).visit(parseSync(file, text, {}).program);
  // If it were renamed or written differently, it would declare nothing and so break nothing.
  if (found.length === 0) throw new Error(`${file} has no declarations called "${name}"`);
  return found;
}

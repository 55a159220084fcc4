import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { filesBelow } from './files.ts';
import { type Checker, error } from './finding.ts';

const contract = 'preload/contract/errors.ts';

/** A code that nothing creates has a sentence that nobody reads. Comparing with it, or showing it, does not count. */
export const errorCodes: Checker = async (root) => {
  const codes = listOf(await readFile(join(root, contract), 'utf8'));
  const files = await filesBelow(root, ['common', 'main', 'preload', 'renderer'], ['.ts', '.tsx']);
  const uses = await Promise.all(
    files
      .filter((file) => file !== contract)
      .map(async (file) => usesIn(file, await readFile(join(root, file), 'utf8'))),
  );
  const strings = new Set(uses.flatMap((use) => use.strings));
  const templates = uses.flatMap((use) => use.templates);
  return codes
    .filter((code) => !strings.has(code) && !templates.some((template) => template.test(code)))
    .map((code) => error(contract, `nothing makes the error '${code}'`));
};

/** Returns the strings of `export const errorCodes = [...]`. */
function listOf(text: string): string[] {
  const codes: string[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || id.name !== 'errorCodes') return;
      const list = init?.type === 'TSAsExpression' ? init.expression : init;
      if (list?.type !== 'ArrayExpression') return;
      for (const one of list.elements) {
        if (one?.type === 'Literal' && typeof one.value === 'string') codes.push(one.value);
      }
    },
  }).visit(parseSync(contract, text, {}).program);
  if (codes.length === 0) throw new Error(`${contract} has no list named errorCodes`);
  return codes;
}

/** Returns a file's strings, except for comparisons, and its templates (`certificate-${reason}`). */
function usesIn(file: string, text: string): { strings: string[]; templates: RegExp[] } {
  const found = new Map<number, string>();
  const compared = new Set<number>();
  const templates: RegExp[] = [];
  const compare = (...sides: readonly ({ start: number } | null)[]): void => {
    for (const side of sides) if (side !== null) compared.add(side.start);
  };
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === 'string') found.set(start, value);
    },
    TemplateLiteral({ quasis }) {
      const pieces = quasis.map(({ value }) => value.cooked ?? '');
      if (!/^[a-z]+-/.test(pieces[0] ?? '')) return;
      const parts = pieces.map((piece) => piece.replaceAll(/[^\w-]/g, '\\$&'));
      templates.push(new RegExp(`^${parts.join('.+')}$`));
    },
    BinaryExpression({ operator, left, right }) {
      if (/^[!=]==?$/.test(operator)) compare(left, right);
    },
    SwitchCase({ test }) {
      compare(test);
    },
  }).visit(parseSync(file, text, {}).program);
  const strings = [...found].filter(([start]) => !compared.has(start)).map(([, value]) => value);
  return { strings, templates };
}

import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { lineOf } from '../files.ts';

/** One import, re-export or `import()` of a module. */
export interface Import {
  /**
   * A path from the root of the repository (`main/chat/turns/index.ts`), the name of a package with its scope
   * (`undici`), a built-in module (`node:http`), or null if the address is computed.
   */
  readonly target: string | null;
  /** Erased at run time. */
  readonly typeOnly: boolean;
  /** By `import()`: loaded when that runs. */
  readonly late: boolean;
  /** Imported names; `*` or `default` for the whole module. */
  readonly names: readonly string[];
  readonly line: number;
}

/** Returns the imports of one TypeScript file. */
export function importsOf(file: string, text: string): Import[] {
  const { module, errors } = parseSync(file, text, {});
  const [broken] = errors;
  if (broken !== undefined) throw new SyntaxError(`${file}: ${broken.message}`);
  const found: Import[] = [];
  const add = (
    address: string | null,
    start: number,
    how: { typeOnly?: boolean; late?: boolean; names?: readonly string[] } = {},
  ): void => {
    const { typeOnly = false, late = false, names = ['*'] } = how;
    const target = address === null ? null : resolve(file, address);
    found.push({ target, typeOnly, late, names, line: lineOf(text, start) });
  };

  for (const { start, moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, start, {
      typeOnly: /^import\s+type\b(?!\s+from\b)/.test(text.slice(start)),
      names: entries.map(({ importName }) => importName.name ?? '*'),
    });
  }
  for (const { start, entries } of module.staticExports) {
    const request = entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest;
    if (!request) continue;
    add(request.value, start, { typeOnly: /^export\s+type\b/.test(text.slice(start)) });
  }
  for (const { start, moduleRequest } of module.dynamicImports) {
    add(literal(text.slice(moduleRequest.start, moduleRequest.end)), start, { late: true });
  }
  // To the parser `import('…').Name` in a type is not an import.
  const called = new Set(module.dynamicImports.map(({ start }) => start));
  for (const match of text.matchAll(/\bimport\(\s*(['"][^'"]+['"])\s*\)/g)) {
    if (!called.has(match.index)) {
      add(literal(match[1] ?? ''), match.index, { typeOnly: true });
    }
  }
  return found;
}

function literal(source: string): string | null {
  return /^(['"`])([^'"`$]*)\1$/.exec(source.trim())?.[2] ?? null;
}

function resolve(from: string, address: string): string {
  if (address.startsWith('.')) {
    return posix.normalize(posix.join(posix.dirname(from), address.replace(/\?.*$/, '')));
  }
  if (isBuiltin(address)) {
    const name = address.replace(/^node:/, '').split('/')[0] ?? address;
    return `node:${name}`;
  }
  const parts = address.split('/');
  return parts.slice(0, address.startsWith('@') ? 2 : 1).join('/');
}

import { parseSync, Visitor } from 'vite';

/** Returns the ids in `useOffer('<id>', …)`. */
export function offeredIn(file: string, text: string): string[] {
  if (!text.includes('useOffer')) return [];
  const ids: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [id] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'useOffer') return;
      if (id?.type === 'Literal' && typeof id.value === 'string') ids.push(id.value);
    },
  }).visit(parseSync(file, text, {}).program);
  return ids;
}

export function hasDefaultExport(file: string, text: string): boolean {
  const { module } = parseSync(file, text, {});
  return module.staticExports.some(({ entries }) =>
    entries.some(({ exportName }) => exportName.kind === 'Default'),
  );
}

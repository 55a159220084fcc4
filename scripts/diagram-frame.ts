import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Plugin, transformWithOxc } from 'vite';

const address = 'virtual:diagram-frame';
const frame = fileURLToPath(new URL('../renderer/markdown/diagram/frame.ts', import.meta.url));
const mermaid = fileURLToPath(import.meta.resolve('mermaid/dist/mermaid.min.js'));

/**
 * The page in which one diagram is drawn: Mermaid and what asks it, both inline, because a page of an
 * opaque origin gets no file from either host. Its name carries its content's hash, as of all assets.
 */
export function diagramFrame(): Plugin {
  let page: { readonly fileName: string; readonly source: string } | undefined;
  const made = async () => {
    page ??= await makePage();
    return page;
  };
  return {
    name: 'diagram-frame',
    resolveId: (id) => (id === address ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${address}`) return undefined;
      return `export const diagramFrame = ${JSON.stringify(`./${(await made()).fileName}`)};`;
    },
    async generateBundle(_options, bundle) {
      const used = Object.values(bundle).some(
        (chunk) => chunk.type === 'chunk' && chunk.moduleIds.includes(`\0${address}`),
      );
      if (used) this.emitFile({ type: 'asset', ...(await made()) });
    },
  };
}

async function makePage(): Promise<{ fileName: string; source: string }> {
  const { code } = await transformWithOxc(readFileSync(frame, 'utf8'), frame, { lang: 'ts' });
  const source = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Diagram</title></head><body>',
    `<script>${inline(readFileSync(mermaid, 'utf8'))}</script>`,
    `<script type="module">${inline(code)}</script>`,
    '</body></html>',
  ].join('');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12);
  return { fileName: `assets/diagram-${hash}.html`, source };
}

/** Nothing in a script may read as HTML; in strings and patterns an escape is the same character. */
function inline(script: string): string {
  return script.replaceAll('<!--', '\\x3c!--').replaceAll(/<(?=\/?script)/gi, '\\x3c');
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { type MadeOf, noteFiles } from './notices/collect.ts';

const address = 'virtual:diagram-frame';
const frame = fileURLToPath(new URL('../renderer/markdown/diagram/frame.ts', import.meta.url));

/**
 * The page in which one diagram is drawn: Mermaid and the code that calls it, inline, because a page with an opaque
 * origin gets no file from either host, and as one script, so that a frame in the frame, which its policy allows no
 * other, also begins without WebRTC. Its name contains its content's hash, like all assets.
 */
export function diagramFrame(): Plugin {
  let page: FramePage | undefined;
  const made = async () => {
    page ??= await makePage();
    return page;
  };
  return {
    name: 'diagram-frame',
    resolveId: (id) => (id === address ? `\0${id}` : undefined),
    async load(id) {
      if (id !== `\0${address}`) return undefined;
      const { fileName, madeOf } = await made();
      const code = `export const diagramFrame = ${JSON.stringify(`./${fileName}`)};`;
      return { code, meta: { madeOf } satisfies MadeOf };
    },
    configureServer({ middlewares }) {
      middlewares.use(async ({ url = '' }, response, next) => {
        if (!url.includes('/assets/diagram-')) return next();
        const { source } = await made();
        response.writeHead(200, { 'content-type': 'text/html' }).end(source);
      });
    },
    async generateBundle(_options, bundle) {
      const used = Object.values(bundle).some(
        (chunk) => chunk.type === 'chunk' && chunk.moduleIds.includes(`\0${address}`),
      );
      if (!used) return;
      const { fileName, source } = await made();
      this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

interface FramePage extends MadeOf {
  readonly fileName: string;
  readonly source: string;
}

async function makePage(): Promise<FramePage> {
  const { script, madeOf } = await makeScript();
  const source = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Diagram</title></head><body>',
    `<script>${inline(script)}</script>`,
    '</body></html>',
  ].join('');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12);
  return { fileName: `assets/diagram-${hash}.html`, source, madeOf };
}

/**
 * Leaves elkjs (EPL-2.0 or GPL-3.0) out, like Mermaid's own small build: a diagram that requests its layouts gets
 * dagre's.
 */
const withoutElk: Plugin = {
  name: 'without-elk',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    if (!/^\.\/elk-\w+\.mjs$/.test(id) || !importer?.includes('/mermaid/')) return undefined;
    const code = await readFile(importer, 'utf8');
    const dagre = /\.\/dagre-\w+\.mjs/.exec(code)?.[0];
    if (dagre === undefined) throw new Error('Mermaid has no layout by dagre beside that by elk');
    return this.resolve(dagre, importer, options);
  },
};

async function makeScript(): Promise<MadeOf & { readonly script: string }> {
  const files = new Set<string>();
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [withoutElk, noteFiles(files)],
    build: {
      write: false,
      target: 'chrome130',
      chunkSizeWarningLimit: 8000,
      lib: { entry: frame, formats: ['iife'], name: 'frame' },
    },
  });
  const chunks = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
  const [script, ...others] = chunks;
  if (script?.type !== 'chunk' || others.length > 0) throw new Error('the frame is not one script');
  const elk = script.moduleIds.find((id) => id.includes('/elkjs/'));
  if (elk !== undefined) throw new Error(`elkjs is in the frame of diagrams: ${elk}`);
  return { script: script.code, madeOf: [...files] };
}

/** Nothing in a script may look like HTML; in strings and patterns an escape is the same character. */
function inline(script: string): string {
  return script.replaceAll('<!--', '\\x3c!--').replaceAll(/<(?=\/?script)/gi, '\\x3c');
}

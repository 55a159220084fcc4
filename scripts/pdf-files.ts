import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { MadeOf } from './notices/collect.ts';

const names = 'virtual:pdf-files';
const one = 'virtual:pdf-file/';
const decoders = ['jbig2', 'openjpeg'].map((name) => `${name}_nowasm_fallback.js`);

/**
 * Puts the files that pdf.js reads at run time into the page, because the page's policy allows neither fetching nor
 * WebAssembly: character maps and fonts as modules that are loaded on demand, image decoders as scripts under `pdfjs/`,
 * with names that pdf.js knows.
 */
export function pdfFiles(): Plugin {
  const home = join(dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))));
  const folders = ['cmaps', 'standard_fonts'].map((name) => join(home, name));
  const files = new Map(
    folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /\.(bcmap|pfb|ttf)$/.test(name))
        .map((name) => [name, join(folder, name)] as const),
    ),
  );
  return {
    name: 'pdf-files',
    resolveId: (id) => (id === names || id.startsWith(one) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${names}`) {
        const loaders = [...files.keys()].map(
          (name) => `${JSON.stringify(name)}: () => import(${JSON.stringify(one + name)})`,
        );
        return `const loaders = { ${loaders.join(',\n')} };
          export async function loadPdfFile(name) {
            if (!Object.hasOwn(loaders, name)) throw new Error('no such file: ' + name);
            return (await loaders[name]()).default;
          }`;
      }
      const file = files.get(id.slice(one.length + 1));
      if (file === undefined) return undefined;
      const code = `export default ${JSON.stringify(readFileSync(file).toString('base64'))}`;
      return { code, meta: { madeOf: [file] } satisfies MadeOf };
    },
    configureServer({ middlewares }) {
      middlewares.use(({ url = '' }, response, next) => {
        const fileName = decoders.find((name) => url.endsWith(`/pdfjs/${name}`));
        if (fileName === undefined) return next();
        const source = readFileSync(join(home, 'wasm', fileName));
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(source);
      });
    },
    generateBundle() {
      for (const fileName of decoders) {
        const originalFileName = join(home, 'wasm', fileName);
        const source = readFileSync(originalFileName);
        this.emitFile({ type: 'asset', fileName: `pdfjs/${fileName}`, originalFileName, source });
      }
    },
  };
}

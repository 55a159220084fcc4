import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig, type Plugin } from 'vite';
import { callNames, eventNames } from './preload/contract/index.ts';
import { diagramFrame } from './scripts/diagram-frame.ts';
import { noteFiles } from './scripts/notices/collect.ts';
import { fetchedBeside, pageChunks, preloadApp } from './scripts/page-chunks.ts';
import { pdfFiles } from './scripts/pdf-files.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

const listOf = (name: string) => `${root}dist/.${name}.files.json`;

const inPage = new Set<string>();

/**
 * The page. Addresses in it are relative, so that it works under app:// and under http alike; nothing
 * is inlined as a script, so that the CSP needs no exception.
 */
const renderer = {
  configFile: false,
  root: `${root}renderer`,
  base: './',
  plugins: [
    react(),
    tailwindcss(),
    pdfFiles(),
    diagramFrame(),
    preloadApp(),
    noteFiles(inPage, listOf('renderer')),
  ],
  worker: { format: 'es', plugins: () => [noteFiles(inPage)] },
  build: {
    outDir: `${root}dist/renderer`,
    emptyOutDir: true,
    target: 'chrome130',
    modulePreload: { polyfill: false, resolveDependencies: fetchedBeside },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 5000,
    // That of diagrams is another build in this one.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: pageChunks(root) } },
    },
  },
} satisfies InlineConfig;

interface NodeBuild {
  readonly name: string;
  /** Name of the file that comes out -> source. */
  readonly entries: Readonly<Record<string, string>>;
  readonly folder: string;
  /** One file each, no shared parts. */
  readonly single?: boolean;
  readonly format?: 'es' | 'cjs';
  readonly define?: Readonly<Record<string, string>>;
}

/**
 * Imported as an ES module, `node:http` is asked for all its names, one of which (`WebSocket`) loads the
 * whole fetch client inside Node: 13 MB resident and 30 ms of each start. `node:process` makes the streams
 * of a terminal. So both are taken as the objects that they are.
 */
const costlyToImport = ['node:http', 'node:process'];

const asObjects: Plugin = {
  name: 'builtins-as-objects',
  enforce: 'pre',
  resolveId(id, _importer, { kind }) {
    if (!costlyToImport.includes(id)) return null;
    return kind === 'require-call' ? { id, external: true } : `\0${id}`;
  },
  load(id) {
    const name = id.slice(1);
    if (!id.startsWith('\0') || !costlyToImport.includes(name)) return null;
    const names = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(name)))
      .filter(([key, { get }]) => get === undefined && /^[A-Za-z]\w*$/.test(key))
      .map(([key]) => key);
    return `const object = process.getBuiltinModule('${name}');
      export default object;
      ${names.map((key) => `export const ${key} = object.${key};`).join('\n')}`;
  },
};

/** conf keeps what it is given by a schema where there is one. Ours has none, and is read beside the first screen. */
const withoutSchemas: Plugin = {
  name: 'conf-without-schemas',
  enforce: 'pre',
  resolveId: (id) => (/^ajv(?:-formats|\/.*)$/.test(id) ? '\0no-schemas' : null),
  load: (id) =>
    id === '\0no-schemas' ? 'export const Ajv2020 = undefined; export default undefined;' : null,
};

/** Of our own modules only the entries and the workers' programs do anything when they are loaded. */
const isOwnPart = (id: string): boolean =>
  /^(?:main|preload\/contract)\/./.test(id.slice(root.length)) &&
  id.startsWith(root) &&
  !/\/main\/(?:electron|hosts\/electron\/boot|web|\w+\/worker)\.ts$/.test(id);

/** Code for Node: everything but Node's own modules and Electron is inside, so no package ships. */
function forNode(options: NodeBuild): InlineConfig {
  const { name, entries, folder, single, format = 'es', define = {} } = options;
  return {
    configFile: false,
    root,
    publicDir: false,
    plugins: [asObjects, withoutSchemas, noteFiles(new Set(), listOf(name))],
    ssr: { noExternal: true, target: 'node' },
    define: { ...define },
    build: {
      ssr: true,
      outDir: `${root}dist/${folder}`,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        input: { ...entries },
        // depd, deep inside the demo's identity provider, evals a function wrapper of its own text.
        checks: { eval: false },
        // so that a name taken from a domain's index brings along what it needs, and not the whole domain
        treeshake: { moduleSideEffects: (id: string) => !isOwnPart(id) },
        external: (id: string) =>
          id === 'electron' || (isBuiltin(id) && !costlyToImport.includes(id)),
        output: {
          format,
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
          chunkFileNames: `chunks/[name]-[hash].${format === 'cjs' ? 'cjs' : 'js'}`,
          ...(single ? { codeSplitting: false } : {}),
        },
      },
    },
  };
}

const web = forNode({ name: 'web', entries: { web: 'main/web.ts' }, folder: 'main' });

/** CommonJS, since V8 takes what it made of code before for scripts alone (main/hosts/electron/code.ts). */
const electron = forNode({
  name: 'electron',
  entries: { electron: 'main/electron.ts' },
  folder: 'main',
  format: 'cjs',
});

const boot = forNode({
  name: 'boot',
  entries: { electron: 'main/hosts/electron/boot.ts' },
  folder: 'main',
  single: true,
});

/** A worker is one file: it may have to reach its process by standard input (main/hosts/workers/process.ts). */
function worker(name: string, source: string): InlineConfig {
  return forNode({
    name,
    entries: { [name]: `main/${source}` },
    folder: 'main/workers',
    single: true,
  });
}

/**
 * The preload runs in a sandbox: one CommonJS file that requires only electron. It knows the names of
 * the contract, not its schemas; main validates.
 */
const preload = forNode({
  name: 'preload',
  entries: { index: 'preload/index.ts' },
  folder: 'preload',
  single: true,
  format: 'cjs',
  define: { CALL_NAMES: JSON.stringify(callNames), EVENT_NAMES: JSON.stringify(eventNames) },
});

export const builds = {
  renderer,
  web,
  electron,
  boot,
  storage: worker('storage', 'storage-worker.ts'),
  certificates: worker('certificates', 'systems/certificates/worker.ts'),
  maintenance: worker('maintenance', 'machines/maintenance/worker.ts'),
  descriptions: worker('descriptions', 'work/console/description/worker.ts'),
  demo: worker('demo', 'demo/worker.ts'),
  preload,
} as const satisfies Readonly<Record<string, InlineConfig>>;

export type BuildName = keyof typeof builds;

export default defineConfig(renderer);

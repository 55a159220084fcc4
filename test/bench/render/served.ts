import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { builds } from '../../../vite.config.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};
/** The app's own policy, but for the styles that the peers write into their elements. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; worker-src 'self'; connect-src 'self'";

/**
 * Builds a page and serves it on loopback until it is closed.
 * @param root the folder of its index.html: the bench's own
 */
export async function servePage(
  root = fileURLToPath(new URL('.', import.meta.url)),
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-render-'));
  await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    // what the app's own page is built with
    plugins: builds.renderer.plugins,
    resolve: { dedupe: ['react', 'react-dom'] },
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'chrome130', chunkSizeWarningLimit: 1e5 },
  });
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://page').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': policy,
    });
    createReadStream(file).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

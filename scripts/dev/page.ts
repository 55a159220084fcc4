import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { builds } from '../../vite.config.ts';
import { root } from '../toolchain.mjs';
import type { Restarting } from './host.ts';

/** The page as it is being written: each saved file is replaced in it, while it stays open. */
export interface Page {
  /** Opens a window of the host that runs. It is a secret: whoever has it is let in. */
  readonly address: string;
  /** Sends every open window through the address again, for a host that was started anew. */
  reopen(): void;
  close(): Promise<void>;
}

const restarted = 'compute-desk:restarted';
const listener = 'virtual:compute-desk-restarted';

/**
 * Serves the renderer's sources in the place of the web host, which runs already and gets the page's WebSocket
 * and downloads. The paths begin with a word that another user of this machine cannot know.
 */
export async function startPage(host: Restarting, port: number): Promise<Page> {
  const base = `/${randomBytes(16).toString('base64url')}/`;
  const open = `${base}open`;
  // the host lets in what comes from its own origin
  const toHost = { target: host.origin(), ws: true, changeOrigin: true, rewriteWsOrigin: true };
  const server = await createServer({
    ...builds.renderer,
    base,
    clearScreen: false,
    logLevel: 'warn',
    plugins: [...builds.renderer.plugins, entrance(host, base, open)],
    server: {
      host: '127.0.0.1',
      port,
      proxy: { '/socket': toHost, '/download': toHost },
      // node_modules may be a link
      fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
    },
  });
  await server.listen();
  const [local = ''] = server.resolvedUrls?.local ?? [];
  return {
    address: new URL(open, local).href,
    reopen: () => server.ws.send({ type: 'custom', event: restarted }),
    close: () => server.close(),
  };
}

function entrance(host: Restarting, base: string, open: string): Plugin {
  return {
    name: 'compute-desk-entrance',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url !== open) {
          next();
          return;
        }
        const { hash } = host.address() ?? new URL(host.origin());
        response.writeHead(302, { location: base + hash, 'cache-control': 'no-store' }).end();
      });
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { type: 'module', src: `${base}@id/${listener}` } },
    ],
    resolveId: (id) => (id === listener ? id : null),
    load: (id) =>
      id === listener
        ? `import.meta.hot.on('${restarted}', () => location.replace('${open}'));`
        : null,
  };
}

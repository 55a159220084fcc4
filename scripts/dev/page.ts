import { randomBytes } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type InlineConfig, type Plugin, type ViteDevServer } from 'vite';
import { diagramFrameHeaders, securityHeaders } from '../../main/hosts/content-security-policy.ts';
import { builds } from '../../vite.config.ts';
import { root } from '../toolchain.mjs';
import type { Restarting } from './host.ts';

/** The page during development: each saved file is replaced in it, while it stays open. */
export interface Page {
  /** In a browser it opens a window of the running host, and is a secret then: anyone who has it gets in. */
  readonly address: string;
  /** Sends every open window through the address again, after the host was restarted. */
  reopen(): void;
  close(): Promise<void>;
}

const restarted = 'compute-desk:restarted';
const listener = 'virtual:compute-desk-restarted';

/** Returns a prefix for the paths, which another user of this computer cannot know. */
const newBase = (): string => `/${randomBytes(16).toString('base64url')}/`;

/**
 * Serves the renderer's sources instead of the web host, which already runs and gets the page's WebSocket and
 * downloads.
 */
export async function startPage(host: Restarting, port: number): Promise<Page> {
  const base = newBase();
  const open = `${base}open`;
  // the host accepts requests from its own origin
  const toHost = { target: host.origin(), ws: true, changeOrigin: true, rewriteWsOrigin: true };
  const { server, origin } = await serve(base, port, {
    plugins: [entrance(host, base, open)],
    server: { proxy: { '/socket': toHost, '/download': toHost } },
  });
  return {
    address: origin + open,
    reopen: () => server.ws.send({ type: 'custom', event: restarted }),
    close: () => server.close(),
  };
}

/** Serves them to Electron's main, which passes them to its window as `app://`. */
export async function startElectronPage(port: number): Promise<Page> {
  const base = newBase();
  const cspNonce = randomBytes(16).toString('base64url');
  const { server, origin } = await serve(base, port, {
    plugins: [policy(cspNonce)],
    html: { cspNonce },
  });
  return {
    address: origin + base,
    // its window closes with it, and the next one opens another
    reopen: () => undefined,
    close: () => server.close(),
  };
}

async function serve(
  base: string,
  port: number,
  { plugins = [], server: own = {}, ...rest }: InlineConfig,
): Promise<{ readonly server: ViteDevServer; readonly origin: string }> {
  const server = await createServer({
    ...builds.renderer,
    ...rest,
    base,
    clearScreen: false,
    logLevel: 'warn',
    plugins: [...plugins, ...builds.renderer.plugins],
    server: {
      ...own,
      host: '127.0.0.1',
      port,
      // node_modules may be a link
      fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
    },
  });
  await server.listen();
  const [local = ''] = server.resolvedUrls?.local ?? [];
  return { server, origin: new URL(local).origin };
}

/**
 * The product's policy, extended for replacing in place: scripts in the page with the nonce, and a connection, which
 * `app://` answers too.
 */
function policy(nonce: string): Plugin {
  const name = 'content-security-policy';
  const strict = securityHeaders({ connectSrc: "'self'" });
  const ofPage = { ...strict, [name]: allowed(strict[name], 'script-src', `'nonce-${nonce}'`) };
  const frame = diagramFrameHeaders(new Uint8Array());
  const ofFrame = { ...frame, [name]: allowed(frame[name], 'script-src', "'unsafe-inline'") };
  return {
    name: 'compute-desk-policy',
    configureServer({ middlewares }) {
      middlewares.use(({ url = '' }, response, next) => {
        const headers = url.includes('/assets/diagram-') ? ofFrame : ofPage;
        for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
        next();
      });
    },
    transformIndexHtml: () => [
      {
        tag: 'script',
        injectTo: 'head-prepend',
        children: readFileSync(join(root, 'scripts/dev/electron/socket.js'), 'utf8'),
      },
    ],
  };
}

function allowed(policy = '', directive: string, source: string): string {
  return policy.replace(directive, `${directive} ${source}`);
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

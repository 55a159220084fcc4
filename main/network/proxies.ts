import { isLoopback } from '../../preload/contract/loopback.ts';
import type { Log } from '../host.ts';

export interface ProxyServer {
  /** Without credentials. */
  readonly url: URL;
  /** `host:port`, for people. */
  readonly name: string;
  /** The value of `proxy-authorization`, or null. */
  readonly authorization: string | null;
}

export interface Proxies {
  /** The proxy on the way to that host, or null. Never one for loopback. */
  for(hostname: string, port: string): ProxyServer | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, lower case first as curl does. */
export function readProxies(env: Environment, log?: Log): Proxies {
  const read = (name: string) => env[name.toLowerCase()] ?? env[name] ?? '';
  const proxy = parseProxy(read('HTTPS_PROXY') || read('ALL_PROXY'), log);
  const exceptions = read('NO_PROXY')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseException);
  return {
    for(hostname, port) {
      if (proxy === null || isLoopback(hostname)) return null;
      const name = bare(hostname);
      const excepted = exceptions.some(
        (entry) =>
          (entry.port === null || entry.port === port) &&
          (entry.name === '*' || name === entry.name || name.endsWith(`.${entry.name}`)),
      );
      return excepted ? null : proxy;
    },
  };
}

function parseProxy(text: string, log?: Log): ProxyServer | null {
  if (text === '') return null;
  const withScheme = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    log?.error('network.proxy-ignored', new Error('the proxy address is not an http or https URL'));
    return null;
  }
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return {
    url: new URL(url.origin),
    name: `${url.hostname}:${port}`,
    authorization:
      credentials === ':' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

function parseException(entry: string): { name: string; port: string | null } {
  const match = /^(.*?)(?::(\d+))?$/.exec(entry.includes('::') ? '' : entry);
  const name = (match?.[1] || entry).replace(/^\*?\./, '');
  return { name: bare(name), port: match?.[2] ?? null };
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

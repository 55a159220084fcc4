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

/** The proxy on the way to a host, or null, and why. */
export interface ProxyChoice {
  readonly proxy: ProxyServer | null;
  /** `variable`: the environment names one; `excepted`: the host is an exception of it; `unusable`: it cannot be used. */
  readonly because: 'loopback' | 'none-set' | 'unusable' | 'excepted' | 'variable';
  /** The variable that decided, in capitals; null where none did. */
  readonly variable: string | null;
}

export interface Proxies {
  /** The proxy on the way to that host, or null. Never one for loopback. */
  for(hostname: string, port: string): ProxyServer | null;
  choose(hostname: string, port: string): ProxyChoice;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, lower case first as curl does. */
export function readProxies(env: Environment, log?: Log): Proxies {
  const read = (name: string) => env[name.toLowerCase()] ?? env[name] ?? '';
  const variable = ['HTTPS_PROXY', 'ALL_PROXY'].find((name) => read(name) !== '') ?? null;
  const proxy = variable === null ? null : parseProxy(read(variable), log);
  const exceptions = read('NO_PROXY')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseException);
  function choose(hostname: string, port: string): ProxyChoice {
    if (isLoopback(hostname)) return { proxy: null, because: 'loopback', variable: null };
    if (proxy === null) {
      return { proxy, because: variable === null ? 'none-set' : 'unusable', variable };
    }
    const name = bare(hostname);
    const excepted = exceptions.some(
      (entry) =>
        (entry.port === null || entry.port === port) &&
        (entry.name === '*' || name === entry.name || name.endsWith(`.${entry.name}`)),
    );
    return excepted
      ? { proxy: null, because: 'excepted', variable: 'NO_PROXY' }
      : { proxy, because: 'variable', variable };
  }

  return { choose, for: (hostname, port) => choose(hostname, port).proxy };
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

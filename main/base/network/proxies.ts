import { isLoopback } from '../../../common/addresses/loopback.ts';
import type { Log } from '../host.ts';
import type { ProxySettings } from '../proxy-settings.ts';
import type { OperatorNetwork, ProxyPreference } from './connection.ts';
import { bypassesProxy, parseNoProxy } from './proxy/no-proxy.ts';
import { parseProxyAddress } from './proxy/proxy-address.ts';
import { parseResolvedProxy } from './proxy/resolved-proxy.ts';

export interface ProxyServer {
  /** Without credentials. */
  readonly url: URL;
  /** `host:port` for display. */
  readonly name: string;
  /** The value of `proxy-authorization`, or null. @throws AppError `vault-locked` */
  readonly authorization: () => Promise<string | null>;
}

/** The proxy for a host, or null, and why. */
export interface ProxyChoice {
  readonly proxy: ProxyServer | null;
  /**
   * `variable`: an environment variable names one; `computer`: the operating system or its script does; `chosen`: the
   * user does; `refused`: the user wants none; `excepted`: the host is an exception; `site`, `site-none`: the
   * operator's policy names one, or wants none; `unusable`: the named one cannot be used.
   */
  readonly because:
    | 'loopback'
    | 'none-set'
    | 'refused'
    | 'unusable'
    | 'excepted'
    | 'variable'
    | 'computer'
    | 'chosen'
    | 'site'
    | 'site-none';
  /** The deciding variable in capitals, or null. */
  readonly variable: string | null;
  /** The unusable value as written, or null. */
  readonly said: string | null;
}

/**
 * Asks the operating system and its proxy script, as Chromium's `resolveProxy` does; returns the form `PROXY host:port;
 * DIRECT`.
 */
export type ResolveProxy = (url: string) => Promise<string>;

export interface Proxies {
  /** Never returns one for loopback. @param scheme of the destination; default https */
  choose(
    hostname: string,
    port: string,
    wish: ProxyPreference,
    scheme?: 'http' | 'https',
  ): Promise<ProxyChoice>;
  tell(wish: ProxyPreference): ProxySettings;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Timeout for a proxy script, ms; a slower one counts as having no answer. */
const resolveTimeout = 3_000;

/**
 * Reads `https_proxy`, `all_proxy` and `no_proxy` as curl does: lower case first, an empty variable counts as unset;
 * for http only lower-case `http_proxy`, because a web server's environment holds a header under the other name. If
 * none is set, asks `resolve`.
 */
export function createProxies(
  env: Environment,
  options: {
    readonly log?: Log | undefined;
    readonly resolve?: ResolveProxy | undefined;
    /** The operator's settings override the computer's, and if fixed the user's. */
    readonly site?: OperatorNetwork | undefined;
  } = {},
): Proxies {
  const { log, resolve, site } = options;
  const read = (name: string) => env[name.toLowerCase()] || env[name] || '';
  const named = {
    https: variableOf(['HTTPS_PROXY', 'ALL_PROXY'], read),
    http: variableOf(['HTTP_PROXY', 'ALL_PROXY'], (name) =>
      name === 'HTTP_PROXY' ? (env.http_proxy ?? '') : read(name),
    ),
  };
  if (named.https.variable !== null && named.https.proxy === null) {
    log?.error('network.proxy-ignored', new Error('the proxy address is not an http or https URL'));
  }
  const exceptions = parseNoProxy(read('NO_PROXY'));
  const choice = (
    because: ProxyChoice['because'],
    more: Partial<ProxyChoice> = {},
  ): ProxyChoice => ({ proxy: null, because, variable: null, said: null, ...more });

  const usual: ProxyPreference = { kind: 'system' };
  const isBySite = ({ kind }: ProxyPreference): boolean =>
    kind === 'system' || site?.isFixed === true;

  async function ofComputer(
    hostname: string,
    port: string,
    scheme: 'http' | 'https',
  ): Promise<ProxyChoice> {
    const { variable, proxy } = named[scheme];
    if (variable !== null && proxy === null) return choice('unusable', { variable });
    if (variable === null && resolve === undefined) return choice('none-set');
    if (bypassesProxy(exceptions, hostname, port)) {
      return choice('excepted', { variable: 'NO_PROXY' });
    }
    if (variable !== null) return choice('variable', { proxy, variable });
    const said = await inTime(resolve, `${scheme}://${hostname}:${port}/`);
    const resolved = parseResolvedProxy(said);
    if (resolved === 'direct') return choice('none-set');
    if (resolved === null) return choice('unusable', { said });
    return choice('computer', { proxy: serverAt(resolved, async () => null) });
  }

  async function inTime(ask: ResolveProxy | undefined, url: string): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((done) => {
      timer = setTimeout(() => done(''), resolveTimeout);
    });
    try {
      return await Promise.race([ask?.(url) ?? 'DIRECT', late]);
    } catch (cause) {
      log?.error('network.proxy-unknown', cause);
      return '';
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async choose(hostname, port, asked, scheme = 'https') {
      if (isLoopback(hostname)) return choice('loopback');
      const bySite = isBySite(asked);
      const wish = bySite ? (site?.proxy ?? usual) : asked;
      if (wish.kind === 'none') return choice(bySite ? 'site-none' : 'refused');
      if (wish.kind === 'system') return ofComputer(hostname, port, scheme);
      if (bypassesProxy(parseNoProxy(wish.except), hostname, port)) return choice('excepted');
      const authorization = async (): Promise<string | null> => {
        const known = await wish.credentials();
        return known === null ? null : basic(Buffer.from(known.user), Buffer.from(known.password));
      };
      return choice(bySite ? 'site' : 'chosen', { proxy: serverAt(wish.url, authorization) });
    },
    tell(asked) {
      const wish = isBySite(asked) ? (site?.proxy ?? usual) : asked;
      if (wish.kind === 'none') return { kind: 'none' };
      if (wish.kind === 'manual') {
        return { kind: 'manual', url: wish.url, except: parseNoProxy(wish.except) };
      }
      const { variable, proxy } = named.https;
      if (variable === null) return { kind: 'system' };
      if (proxy === null) return { kind: 'none' };
      return { kind: 'manual', url: proxy.url, except: exceptions };
    },
  };
}

/** Returns the first of these that is set, with its proxy; null for an invalid address. */
function variableOf(names: readonly string[], read: (name: string) => string) {
  const variable = names.find((name) => read(name) !== '') ?? null;
  return { variable, proxy: variable === null ? null : parseProxy(read(variable)) };
}

function parseProxy(text: string): ProxyServer | null {
  const written = parseProxyAddress(text);
  if (written === null) return null;
  const { url, credentials } = written;
  const authorization = credentials === null ? null : basic(credentials.user, credentials.password);
  return serverAt(url, async () => authorization);
}

function serverAt(url: URL, authorization: ProxyServer['authorization']): ProxyServer {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return { url: new URL(url.origin), name: `${url.hostname}:${port}`, authorization };
}

function basic(user: Buffer, password: Buffer): string {
  return `Basic ${Buffer.concat([user, Buffer.from(':'), password]).toString('base64')}`;
}

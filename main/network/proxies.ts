import { AppError } from '../../preload/contract/errors.ts';
import { isLoopback } from '../../preload/contract/systems/loopback.ts';
import type { Log, ProxyException, ToldProxy } from '../host.ts';
import type { ProxyWish, SiteNetwork } from './connection.ts';
import { readResolved } from './resolved-proxy.ts';

export interface ProxyServer {
  /** Without credentials. */
  readonly url: URL;
  /** `host:port`, for people. */
  readonly name: string;
  /** The value of `proxy-authorization`, or null. @throws AppError `vault-locked` */
  readonly authorization: () => Promise<string | null>;
}

/** The proxy on the way to a host, or null, and why. */
export interface ProxyChoice {
  readonly proxy: ProxyServer | null;
  /**
   * `variable`: the environment names one; `computer`: the operating system does, or the script that it names;
   * `chosen`: the user does; `refused`: the user wants none; `excepted`: the host is an exception;
   * `site`, `site-none`: the site's policy names one, or wants none; `unusable`: what is named cannot be used.
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
  /** The variable that decided, in capitals; null where none did. */
  readonly variable: string | null;
  /** What cannot be used, as it was said; null where all can. */
  readonly said: string | null;
}

/**
 * Asks the operating system, and the script that it may name, as Chromium's `resolveProxy` does; the answer is of the
 * form `PROXY host:port; DIRECT`.
 */
export type ResolveProxy = (url: string) => Promise<string>;

export interface Proxies {
  /** Never one for loopback. */
  choose(hostname: string, port: string, wish: ProxyWish): Promise<ProxyChoice>;
  tell(wish: ProxyWish): ToldProxy;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A script that takes longer to say where to go has none to say, ms. */
const resolveTimeout = 3_000;

/** Reads `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, lower case first as curl does; where none is set, asks `resolve`. */
export function createProxies(
  env: Environment,
  options: {
    readonly log?: Log | undefined;
    readonly resolve?: ResolveProxy | undefined;
    /** What the site decided goes before the computer's settings, and where it is fixed before the user's. */
    readonly site?: SiteNetwork | undefined;
  } = {},
): Proxies {
  const { log, resolve, site } = options;
  const read = (name: string) => env[name.toLowerCase()] ?? env[name] ?? '';
  const variable = ['HTTPS_PROXY', 'ALL_PROXY'].find((name) => read(name) !== '') ?? null;
  const proxy = variable === null ? null : parseProxy(read(variable));
  if (variable !== null && proxy === null) {
    log?.error('network.proxy-ignored', new Error('the proxy address is not an http or https URL'));
  }
  const exceptions = parseExceptions(read('NO_PROXY'));
  const choice = (
    because: ProxyChoice['because'],
    more: Partial<ProxyChoice> = {},
  ): ProxyChoice => ({ proxy: null, because, variable: null, said: null, ...more });

  const usual: ProxyWish = { kind: 'system' };
  const isBySite = ({ kind }: ProxyWish): boolean => kind === 'system' || site?.isFixed === true;

  async function ofComputer(hostname: string, port: string): Promise<ProxyChoice> {
    if (variable !== null && proxy === null) return choice('unusable', { variable });
    if (variable === null && resolve === undefined) return choice('none-set');
    if (isExcepted(exceptions, hostname, port)) {
      return choice('excepted', { variable: 'NO_PROXY' });
    }
    if (variable !== null) return choice('variable', { proxy, variable });
    const said = await inTime(resolve, `https://${hostname}:${port}/`);
    const resolved = readResolved(said);
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
    async choose(hostname, port, asked) {
      if (isLoopback(hostname)) return choice('loopback');
      const bySite = isBySite(asked);
      const wish = bySite ? (site?.proxy ?? usual) : asked;
      if (wish.kind === 'none') return choice(bySite ? 'site-none' : 'refused');
      if (wish.kind === 'system') return ofComputer(hostname, port);
      if (isExcepted(parseExceptions(wish.except), hostname, port)) return choice('excepted');
      const authorization = async (): Promise<string | null> => {
        const known = await wish.credentials();
        return known === null ? null : basic(known.user, known.password);
      };
      return choice(bySite ? 'site' : 'chosen', { proxy: serverAt(wish.url, authorization) });
    },
    tell(asked) {
      const wish = isBySite(asked) ? (site?.proxy ?? usual) : asked;
      if (wish.kind === 'none') return { kind: 'none' };
      if (wish.kind === 'manual') {
        return { kind: 'manual', url: wish.url, except: parseExceptions(wish.except) };
      }
      if (variable === null) return { kind: 'system' };
      if (proxy === null) return { kind: 'none' };
      return { kind: 'manual', url: proxy.url, except: exceptions };
    },
  };
}

/** The address of a proxy as a user writes it. @throws AppError `address-invalid` */
export function proxyAddress(text: string): URL {
  const url = urlOf(text.trim());
  const problem =
    url === null
      ? 'not-a-url'
      : url.username !== '' || url.password !== ''
        ? 'has-credentials'
        : null;
  if (url === null || problem !== null) {
    throw new AppError('address-invalid', {
      details: { field: 'proxy', problem: problem ?? 'not-a-url' },
    });
  }
  return new URL(url.origin);
}

function urlOf(text: string): URL | null {
  const withScheme = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  const isUsable = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isUsable && url.hostname !== '' ? url : null;
}

function parseProxy(text: string): ProxyServer | null {
  const url = urlOf(text);
  if (url === null) return null;
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const authorization = user === '' && password === '' ? null : basic(user, password);
  return serverAt(url, async () => authorization);
}

/** A lone `%` stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function serverAt(url: URL, authorization: ProxyServer['authorization']): ProxyServer {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return { url: new URL(url.origin), name: `${url.hostname}:${port}`, authorization };
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

function isExcepted(
  exceptions: readonly ProxyException[],
  hostname: string,
  port: string,
): boolean {
  const name = bare(hostname);
  return exceptions.some(
    (entry) =>
      (entry.port === null || entry.port === port) &&
      (entry.name === '*' || name === entry.name || name.endsWith(`.${entry.name}`)),
  );
}

function parseExceptions(list: string): ProxyException[] {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseException);
}

function parseException(entry: string): ProxyException {
  const match = /^(.*?)(?::(\d+))?$/.exec(entry.includes('::') ? '' : entry);
  const name = (match?.[1] || entry).replace(/^\*?\./, '');
  return { name: bare(name), port: match?.[2] ?? null };
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

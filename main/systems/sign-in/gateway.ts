import type { Language } from '../../../common/texts/language.ts';
import { AppError, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { BufferedAnswer, Connection, Network, TlsIdentity } from '../../base/network/index.ts';
import { matchesRedirect, requestsRetry } from './callback.ts';
import { createCookies } from './cookies.ts';
import { page, pageHeaders } from './pages/html-page.ts';
import { type PageKind, pageOf } from './pages/texts.ts';
import { isRedirectUrlError, redirectUrlNotRegistered } from './unregistered.ts';

export interface GatewayOptions {
  readonly network: Network;
  readonly identity: TlsIdentity | null;
  /** For requests to the provider. */
  readonly connection: Connection;
  readonly startUrl: string;
  readonly redirectUrl: string;
  readonly language: Language;
  /** False once the provider has asked for another try: it gets only one. */
  readonly mayRetry: () => boolean;
  /** Called when the redirect URL was reached, with its code or error; no page sees it. */
  readonly onCallback: (url: URL) => void;
  /** The attempt cannot succeed: shown instead of a page that only the provider's staff understand. */
  readonly onProblem: (problem: AppError) => void;
  /** Called with the error of the last page; null after a successful one. */
  readonly onPage: (problem: AppError | null) => void;
}

/** Answers the sign-in window's requests. Never rejects. */
export type Gateway = (request: Request) => Promise<Response>;

const maxBody = 16 * 1024 * 1024;
/** Larger answers would block main, because they are copied several times. */
const maxAnswer = 16 * 1024 * 1024;
const maxRedirects = 20;
const timeout = 60_000;

/** Request headers of a page that are passed on; cookies come from the jar, the rest from the connection. */
const passedOn = ['accept', 'content-type', 'origin', 'referer', 'user-agent', 'x-requested-with'];
/** Headers that belong to the connection, or would make the window store something. */
const withheld = new Set([
  'alt-svc',
  'clear-site-data',
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'set-cookie',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Headers that make a browser send reports, or fetch unrequested resources, at any server they name. */
const reporting = new Set([
  'attribution-reporting-register-source',
  'attribution-reporting-register-trigger',
  'expect-ct',
  'link',
  'nel',
  'report-to',
  'reporting-endpoints',
  'speculation-rules',
]);
const isReporting = (name: string): boolean => reporting.has(name) || name.endsWith('-report-only');

/**
 * Carries a sign-in window's traffic over the app's own mutual TLS, to the provider's origin only (design, section 5,
 * "Sign in"). Cookies stay in here and end with it.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { network, identity, connection, startUrl, redirectUrl, language } = options;
  const { origin, host } = new URL(startUrl);
  const cookies = createCookies();
  let redirectsInRow = 0;

  const show = (status: number, kind: PageKind, facts: readonly string[] = []): Response =>
    new Response(page(kind, language, { facts, retryUrl: startUrl }), {
      status,
      headers: pageHeaders,
    });
  const state = new URL(startUrl).searchParams.get('state');
  const finish = (url: string): Response => {
    if (requestsRetry(new URL(url), state) && options.mayRetry()) {
      return new Response(null, { status: 303, headers: { location: startUrl } });
    }
    options.onCallback(new URL(url));
    return new Response(page('signed-in', language), { status: 200, headers: pageHeaders });
  };

  async function answer(request: Request): Promise<Response> {
    const { url } = request;
    if (matchesRedirect(url, redirectUrl)) return finish(url);
    if (new URL(url).origin !== origin) {
      return show(403, 'other-origin', [new URL(url).origin, origin]);
    }
    const body = await bodyOf(request);
    if (body !== null && body.length > maxBody) return show(413, 'too-large');
    const isPage = isDocument(request);
    try {
      const answer = await network.request({
        url,
        method: request.method,
        headers: await headersFor(request),
        ...(body === null ? {} : { body }),
        identity,
        connection,
        maxBytes: maxAnswer,
        headersTimeout: timeout,
        bodyTimeout: timeout,
        redirects: 'return',
      });
      await cookies.keep(answer.setCookies, url);
      const response = pass(answer, url);
      if (isPage) options.onPage(failureOf(answer.status, host));
      return response;
    } catch (cause) {
      const problem = cause instanceof AppError ? cause : new AppError('internal', { cause });
      if (isPage) options.onPage(problem);
      return show(502, pageOf(problem.code), factsOf(problem));
    }
  }

  async function headersFor(request: Request): Promise<Record<string, string>> {
    const headers: Record<string, string> = { 'accept-language': language };
    for (const name of passedOn) {
      const value = request.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    const cookie = await cookies.of(request.url);
    return cookie === '' ? headers : { ...headers, cookie };
  }

  function pass(answer: BufferedAnswer, url: string): Response {
    const { status, headers } = answer;
    const location = headers.location;
    if (status >= 300 && status < 400 && status !== 304 && location !== undefined) {
      if (!URL.canParse(location, url)) return show(502, 'other-origin', [location.slice(0, 200)]);
      const target = new URL(location, url);
      if (matchesRedirect(target.href, redirectUrl)) return finish(target.href);
      if (target.origin !== origin) {
        const named = target.origin === 'null' ? target.protocol : target.origin;
        return show(403, 'other-origin', [named, origin]);
      }
      redirectsInRow++;
      if (redirectsInRow > maxRedirects) {
        redirectsInRow = 0;
        return show(508, 'redirect-loop', [target.origin + target.pathname]);
      }
      return new Response(null, { status, headers: { location: target.href } });
    }
    redirectsInRow = 0;
    if (status >= 400 && url === startUrl && isRedirectUrlError(answer)) {
      options.onProblem(redirectUrlNotRegistered(redirectUrl, host));
    }
    const empty = status === 204 || status === 205 || status === 304;
    return new Response(empty ? null : new Uint8Array(answer.body), {
      status: status < 200 || status > 599 ? 502 : status,
      headers: passable(headers),
    });
  }

  return async (request) => {
    try {
      return await answer(request);
    } catch (cause) {
      options.onPage(new AppError('internal', { cause }));
      return show(502, 'unreachable');
    }
  };
}

/** Returns the problem in a page's status; null for a good one. */
function failureOf(status: number, host: string): AppError | null {
  if (status < 400) return null;
  return new AppError('sign-in-page-failed', { details: { host, status }, retryable: true });
}

async function bodyOf(request: Request): Promise<Uint8Array | null> {
  if (request.body === null) return null;
  return new Uint8Array(await request.arrayBuffer());
}

/** Chromium marks some requests, and asks for HTML when it wants a page. */
function isDocument(request: Request): boolean {
  const destination = request.headers.get('sec-fetch-dest');
  if (destination !== null) return destination === 'document' || destination === 'iframe';
  return (request.headers.get('accept') ?? '').includes('text/html') || request.method === 'POST';
}

function passable(headers: Readonly<Record<string, string>>): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // A header that the Fetch standard does not allow is not worth losing the page.
    if (!withheld.has(name) && !isReporting(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      result.set(name, name === 'content-security-policy' ? withoutReports(value) : value);
    }
  }
  return result;
}

/** Returns policies without the directives that report violations. */
function withoutReports(policies: string): string {
  const unwanted = /^\s*report-(?:uri|to)\b/i;
  return policies
    .split(',')
    .map((policy) =>
      policy
        .split(';')
        .filter((directive) => !unwanted.test(directive))
        .join(';'),
    )
    .join(',');
}

/** Facts for an administrator; the page has its own text. */
function factsOf({ code, details }: { code: ErrorCode; details: AppError['details'] }): string[] {
  const shown = ['host', 'subject', 'issuer', 'notAfter', 'alert', 'reason'];
  return [code, ...shown.flatMap((name) => (name in details ? [String(details[name])] : []))];
}

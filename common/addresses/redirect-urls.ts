import { withoutTrailingSlashes } from '../texts/trim.ts';
import { isLoopback, withoutLoopbackPort } from './loopback.ts';

/**
 * Redirect URLs by the rules of Keycloak, the identity provider of such systems: only a `*` at the end is a wildcard
 * and matches by prefix; a path (it begins with `/`) is appended to the client's root URL, or without one to the
 * provider's own origin; for `http://127.0.0.1` and `http://localhost` without a port any port matches (RFC 8252,
 * section 7.3).
 */

export const redirectUrlWarnings = [
  /** A bare `*`: any web page can get the code. */
  'any-url',
  /** `https://app.example*` also matches `https://app.example.evil.test`. */
  'host-wildcard',
  /** A `*` that is not the last character stands for itself. */
  'wildcard-elsewhere',
  /** A path without a root URL: the code would go to a page of the identity provider itself. */
  'provider-page',
  /** Anyone on the network can read and change it. */
  'http-beyond-loopback',
] as const;
export type RedirectUrlWarning = (typeof redirectUrlWarnings)[number];

export interface RedirectUrlJudgement {
  /** In its form for comparison; null if `problem` says why not, and for a path with an unknown base. */
  readonly resolved: string | null;
  /** `no-slash`: neither an address nor a path, which begins with `/`. */
  readonly problem: 'not-a-url' | 'no-slash' | 'fragment' | 'blanks' | null;
  readonly warnings: readonly RedirectUrlWarning[];
}

/** Redirect URLs that this app needs for a client: its own scheme, and loopback with any port. */
export const appRedirectUrls = [
  'compute-desk://oauth/callback',
  'http://127.0.0.1/oauth/callback',
] as const;

/** Bases for paths; each may be empty. */
export interface RedirectBase {
  /** The client's own. */
  readonly rootUrl?: string;
  /** The identity provider's origin, used if the client has no root URL. */
  readonly provider?: string;
}

/** Returns whether it contains blanks, which are not part of an address: a browser would write %20 or drop them. */
export function hasBlanks(url: string): boolean {
  return /\s/.test(url.trim());
}

/** Splits a text into addresses: at blanks, and at a comma or semicolon if another address follows. */
export function splitRedirectUrls(text: string): string[] {
  const urls = text
    .split(/\s/)
    .flatMap((part) => part.split(/[,;](?=$|[/*,;]|[a-z][a-z0-9+.-]{0,30}:\/)/i));
  return [...new Set(urls.filter((url) => url !== ''))];
}

/** Checks one registered redirect URL. */
export function judgeRedirectUrl(pattern: string, base: RedirectBase = {}): RedirectUrlJudgement {
  const text = pattern.trim();
  const refuse = (problem: RedirectUrlJudgement['problem']): RedirectUrlJudgement => ({
    resolved: null,
    problem,
    warnings: [],
  });
  if (text === '*') return { resolved: '*', problem: null, warnings: ['any-url'] };
  if (hasBlanks(text)) return refuse('blanks');
  if (text.includes('#')) return refuse('fragment');
  if (!isPath(text) && !hasScheme(text)) return refuse('no-slash');
  const ofProvider: RedirectUrlWarning[] =
    isPath(text) && !base.rootUrl?.trim() ? ['provider-page'] : [];
  const resolved = resolveRedirectUrl(text, base);
  if (resolved === null) return { resolved, problem: null, warnings: ofProvider };
  const prefix = isWildcard(resolved) ? resolved.slice(0, -1) : resolved;
  const hostWildcard = isWildcard(resolved) && /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i.test(prefix);
  const readable = prefix.replace(/(:\/\/[^/?#]*):$/, '$1').replaceAll('*', 'x');
  if (!hostWildcard && !URL.canParse(readable)) return refuse('not-a-url');
  const warnings = ofProvider;
  if (hostWildcard) warnings.push('host-wildcard');
  if (prefix.includes('*')) warnings.push('wildcard-elsewhere');
  if (/^http:/i.test(resolved) && !isOnThisMachine(readable)) warnings.push('http-beyond-loopback');
  return { resolved, problem: null, warnings };
}

/** Appends a path to its base and returns anything else unchanged; null for a path with an unknown base. */
export function resolveRedirectUrl(
  pattern: string,
  { rootUrl = '', provider = '' }: RedirectBase = {},
): string | null {
  const text = pattern.trim();
  if (!isPath(text)) return text;
  const base = rootUrl.trim() || provider;
  return base === '' ? null : `${withoutTrailingSlashes(base)}${text}`;
}

function isPath(text: string): boolean {
  return text.startsWith('/');
}

function hasScheme(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text);
}

/**
 * Returns whether the provider sends the browser to `url` for this registered redirect URL. `older`: only a provider
 * that compares plain text (Keycloak before it limited `https://app.example*` to that host).
 */
export function matchRedirectUrl(
  pattern: string,
  url: string,
  base: RedirectBase = {},
): 'yes' | 'older' | 'no' {
  const { resolved } = judgeRedirectUrl(pattern, base);
  if (resolved === null || !URL.canParse(url) || leavesItsFolder.test(url)) return 'no';
  if (resolved === '*') return /^https?:/i.test(url) ? 'yes' : 'no';
  const addresses = [url, withoutLoopbackPort(url)];
  if (addresses.some((address) => matches(withinHost(resolved), address))) return 'yes';
  return addresses.some((address) => matches(resolved, address)) ? 'older' : 'no';
}

/** `/../` in any encoding. */
const leavesItsFolder = /(?:[/\\]|%2f|%5c)(?:\.|%2e|%252e){2}(?:[/\\;]|%2f|%5c|%3b|$)/i;

/** Reads `https://app.example*` as `https://app.example/*`; a port may itself be a wildcard. */
function withinHost(resolved: string): string {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)\*$/i.exec(resolved)?.[1];
  if (authority === undefined || authority === '' || authority.endsWith(':')) return resolved;
  return `${resolved.slice(0, -1)}/*`;
}

function matches(resolved: string, url: string): boolean {
  if (!isWildcard(resolved)) return resolved === url;
  const prefix = resolved.slice(0, -1);
  const path = url.split(/[?#]/, 1)[0] ?? '';
  // `https://app.example/cb/*` matches `https://app.example/cb` as well.
  return path.startsWith(prefix) || (prefix.endsWith('/') && path === prefix.slice(0, -1));
}

function isWildcard(resolved: string): boolean {
  return resolved.endsWith('*') && !resolved.includes('?');
}

function isOnThisMachine(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

import { withoutLoopbackPort } from '../../../common/addresses/loopback.ts';
import { withoutTrailingSlashes } from '../../../common/texts/trim.ts';
/** A client as the rules need it. */
export interface RedirectRegistration {
  readonly redirectUrls: readonly string[];
  /** Base of relative redirect URLs. */
  readonly rootUrl?: string | undefined;
}

const forbiddenSchemes = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']);

/**
 * Returns whether a browser may be sent to `url`, by Keycloak's rules: only a trailing `*` is a wildcard and matches by
 * prefix; relative ones resolve against the root URL; for loopback over http any port matches.
 */
export function allowsRedirect(url: string, registration: RedirectRegistration): boolean {
  if (!isAbsolute(url) || url.includes('#')) return false;
  const variants = [url, withoutLoopbackPort(url)];
  return registration.redirectUrls
    .map((registered) => resolve(registered, registration.rootUrl))
    .some((pattern) => pattern !== undefined && variants.some((one) => matches(one, pattern)));
}

/** Returns what is wrong with a redirect URL to register, or undefined. */
export function redirectUrlProblem(url: unknown, rootUrl: string | undefined): string | undefined {
  if (typeof url !== 'string' || url.trim() === '') return 'must be a non-empty string';
  if (/\s/.test(url)) return 'must not contain blanks';
  if (url.includes('#')) return 'must not contain a fragment';
  if (url.slice(0, -1).includes('*')) return 'may have a wildcard at its end only';
  const resolved = resolve(url, rootUrl);
  if (resolved === undefined) return 'is relative, but the client has no root URL (client_uri)';
  const bare = resolved.replace(/\*$/, '');
  if (!URL.canParse(bare) && url !== '*') return 'is not a URL';
  if (URL.canParse(bare) && forbiddenSchemes.has(new URL(bare).protocol)) {
    return 'has a scheme that is not allowed';
  }
  return undefined;
}

function resolve(pattern: string, rootUrl: string | undefined): string | undefined {
  if (!pattern.startsWith('/')) return pattern;
  return rootUrl === undefined ? undefined : withoutTrailingSlashes(rootUrl) + pattern;
}

function matches(url: string, pattern: string): boolean {
  if (!pattern.endsWith('*') || pattern.includes('?')) {
    return url === pattern || url === withoutLoopbackPort(pattern);
  }
  // A wildcard ignores the query, and `https://host/*` also allows `https://host`.
  const path = url.split('?')[0] ?? url;
  const prefix = pattern.slice(0, -1);
  return path.startsWith(prefix) || path === prefix.replace(/\/$/, '');
}

function isAbsolute(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return !forbiddenSchemes.has(protocol) && username === '' && password === '';
}

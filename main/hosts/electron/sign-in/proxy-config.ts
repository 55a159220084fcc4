import type { ProxyConfig } from 'electron';
import type { ProxyException, ProxySettings } from '../../../base/proxy-settings.ts';

/**
 * Characters of a host name: anything else would have a meaning in Chromium's rules (`<local>`, a range, a pattern).
 */
const hostName = /^[a-z0-9_-][a-z0-9._-]*$/;

/** Returns the configuration that makes Chromium's network use main's proxy. */
export function proxyConfigOf(proxy: ProxySettings): ProxyConfig {
  if (proxy.kind === 'none') return { mode: 'direct' };
  if (proxy.kind === 'system') return { mode: 'system' };
  return {
    mode: 'fixed_servers',
    proxyRules: proxy.url.origin,
    proxyBypassRules: proxy.except.flatMap(bypassOf).join(','),
  };
}

/**
 * Returns rules for a host and its subdomains, or for a range; none for an invalid host, which main's network never
 * matches either.
 */
function bypassOf(exception: ProxyException): string[] {
  if (exception.kind === 'all') return ['*'];
  const at = exception.port === null ? '' : `:${exception.port}`;
  if (exception.kind === 'name') {
    const { name } = exception;
    if (!hostName.test(name) || name.endsWith('.')) return [];
    // A host may be requested with a trailing dot.
    return [name, `.${name}`, `${name}.`, `.${name}.`].map((rule) => `${rule}${at}`);
  }
  const { address, bits } = exception;
  const isIpv6 = address.includes(':');
  if (bits === (isIpv6 ? 128 : 32)) {
    return [`${isIpv6 ? new URL(`http://[${address}]`).hostname : address}${at}`];
  }
  // Chromium's ranges have no ports, and neither have those of a list.
  return [`${address}/${bits}`];
}

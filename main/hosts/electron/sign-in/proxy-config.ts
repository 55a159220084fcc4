import type { ProxyConfig } from 'electron';
import type { ProxyException, ToldProxy } from '../../../base/host.ts';

/** The letters of a host's name: anything else would be one of Chromium's own words (`<local>`, a range, a pattern). */
const hostName = /^[a-z0-9_-][a-z0-9._-]*$/;

/** What has Chromium's network take the proxy that main's takes. */
export function proxyConfigOf(proxy: ToldProxy): ProxyConfig {
  if (proxy.kind === 'none') return { mode: 'direct' };
  if (proxy.kind === 'system') return { mode: 'system' };
  return {
    mode: 'fixed_servers',
    proxyRules: proxy.url.origin,
    proxyBypassRules: proxy.except.flatMap(bypassOf).join(','),
  };
}

/** Rules for a host and those below it, or for a range; none for what is no host, which main's network meets nowhere either. */
function bypassOf(exception: ProxyException): string[] {
  if (exception.kind === 'all') return ['*'];
  const at = exception.port === null ? '' : `:${exception.port}`;
  if (exception.kind === 'name') {
    const { name } = exception;
    if (!hostName.test(name) || name.endsWith('.')) return [];
    // A host may be asked for with the dot at its end.
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

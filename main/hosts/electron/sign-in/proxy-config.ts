import type { ProxyConfig } from 'electron';
import type { ProxyException, ToldProxy } from '../../../host.ts';

/** The letters of a host's name: anything else would be one of Chromium's own words (`<local>`, a range, a pattern). */
const hostName = /^[a-z0-9._-]+$/;
const ipv6 = /^[0-9a-f]*:[0-9a-f:.]+$/;

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

/** Rules for a host and those below it; none for what is no host, which main's network meets nowhere either. */
function bypassOf({ name, port }: ProxyException): string[] {
  const at = port === null ? '' : `:${port}`;
  if (name === '*') return [`*${at}`];
  if (ipv6.test(name)) return [`[${name}]${at}`];
  return hostName.test(name) ? [`${name}${at}`, `.${name}${at}`] : [];
}

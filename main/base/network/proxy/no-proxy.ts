import { BlockList, isIP } from 'node:net';
import type { ProxyException } from '../../proxy-settings.ts';

/**
 * Parses a list of exceptions as curl parses `NO_PROXY`: names with their subdomains, addresses, ranges (CIDR); `*` by
 * itself. Beyond curl: an entry may name a port, IPv6 may be in brackets, `*.name` is `.name`.
 */
export function parseNoProxy(list: string): ProxyException[] {
  if (list === '*') return [{ kind: 'all' }];
  return list.split(/[\s,]/).flatMap((entry) => (entry === '' ? [] : readEntry(entry)));
}

function readEntry(entry: string): ProxyException[] {
  const range = rangeOf(entry, null);
  if (range !== undefined) return range;
  const colon = entry.lastIndexOf(':');
  const digits = entry.slice(colon + 1);
  const hasPort = colon > 0 && /^\d+$/.test(digits);
  const port = hasPort ? String(Number(digits)) : null;
  const host = hasPort ? entry.slice(0, colon) : entry;
  if (host.startsWith('[') && host.endsWith(']')) {
    return isIP(host.slice(1, -1)) === 6 ? (rangeOf(host.slice(1, -1), port) ?? []) : [];
  }
  return rangeOf(host, port) ?? nameOf(host, port);
}

/** Parses an address or a range; undefined if it is neither, empty for a range without addresses. */
function rangeOf(text: string, port: string | null): ProxyException[] | undefined {
  const slash = text.indexOf('/');
  const address = slash < 0 ? text : text.slice(0, slash);
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return undefined;
  const whole = family === 6 ? 128 : 32;
  // As curl's atoi: an invalid number is 0, and 0 means the address alone.
  const said = slash < 0 ? 0 : Number(/^[+-]?\d+/.exec(text.slice(slash + 1))?.[0] ?? 0);
  const bits = said === 0 ? whole : said;
  if (bits < 0 || bits > whole) return [];
  return [{ kind: 'range', address: address.toLowerCase(), bits, port }];
}

function nameOf(text: string, port: string | null): ProxyException[] {
  const ended = text.endsWith('.') ? text.slice(0, -1) : text;
  const name = ended.replace(/^\*?\./, '').toLowerCase();
  return name === '' ? [] : [{ kind: 'name', name, port }];
}

/** @param hostname as a URL writes it */
export function bypassesProxy(
  exceptions: readonly ProxyException[],
  hostname: string,
  port: string,
): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const family = isIP(host);
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return exceptions.some((entry) => {
    if (entry.kind === 'all') return true;
    if (entry.port !== null && entry.port !== port) return false;
    // A numeric address is compared by value, never as a name's suffix.
    if (entry.kind === 'range') return isIP(entry.address) === family && isIn(entry, host);
    return family === 0 && (name === entry.name || name.endsWith(`.${entry.name}`));
  });
}

function isIn({ address, bits }: { address: string; bits: number }, host: string): boolean {
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  const range = new BlockList();
  range.addSubnet(address, bits, family);
  return range.check(host, family);
}

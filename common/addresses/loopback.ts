const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const v4 = `127(?:\\.${octet}){3}`;
const patterns = [
  new RegExp(`^${v4}$`),
  // An IPv4 address in IPv6, in the forms of a socket and of a URL.
  new RegExp(`^::ffff:(?:${v4}|7f[0-9a-f]{2}:[0-9a-f]{1,4})$`),
  /^::1$/,
  /^(?:[a-z0-9_-]{1,63}\.){0,10}localhost$/,
];

/**
 * Returns whether a host name or address is this computer: 127.0.0.0/8, ::1, and `localhost` with every name below it
 * (RFC 6761, section 6.3), which our own network resolves without a lookup. Not `localhost.`, for which resolvers make
 * one.
 * @param hostname as in `URL.hostname` (IPv6 in brackets) or in a socket
 */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return patterns.some((pattern) => pattern.test(name));
}

/** The full names of this computer, for strict checks such as that of a Host header. */
export const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Returns the address without its port if it is `http://` with one of `loopbackHosts`, for which any port matches (RFC
 * 8252, section 7.3).
 */
export function withoutLoopbackPort(url: string): string {
  const host = [...loopbackHosts].find((one) => url.startsWith(`http://${one}:`));
  if (host === undefined) return url;
  const rest = url.slice(`http://${host}:`.length);
  const path = rest.replace(/^\d+/, '');
  const isPort = path !== rest && '/?#'.includes(path.charAt(0));
  return isPort ? `http://${host}${path}` : url;
}

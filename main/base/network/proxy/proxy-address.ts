import { AppError } from '../../../../preload/contract/errors.ts';

/** A proxy address as people and environment variables write it. */
export interface ParsedProxy {
  /** http or https, without credentials. */
  readonly url: URL;
  /** Percent-decoded; null if the address has none. */
  readonly credentials: { readonly user: Buffer; readonly password: Buffer } | null;
}

/** Parses a proxy address. A user may have a domain (`DOM\user`), a password any character, encoded or not. */
export function parseProxyAddress(text: string): ParsedProxy | null {
  const written = text.trim();
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(written)?.[0] ?? '';
  const rest = written.slice(scheme.length);
  const end = rest.search(/[/?#]/);
  // First as curl reads it, then with characters that curl refuses: `/`, `?` and `#` in a password.
  for (const part of end < 0 ? [rest] : [rest.slice(0, end), rest]) {
    const at = part.lastIndexOf('@');
    const url = urlOf(scheme === '' ? 'http://' : scheme, part.slice(at + 1));
    if (url !== null) return { url, credentials: at < 0 ? null : credentialsIn(part.slice(0, at)) };
  }
  return null;
}

function urlOf(scheme: string, place: string): URL | null {
  // URL reads a backslash as a slash: a user's domain would become the proxy.
  if (place.includes('\\') || !URL.canParse(`${scheme}${place}`)) return null;
  const url = new URL(`${scheme}${place}`);
  const isUsable = url.protocol === 'http:' || url.protocol === 'https:';
  return isUsable && url.hostname !== '' ? new URL(url.origin) : null;
}

function credentialsIn(text: string): ParsedProxy['credentials'] {
  const colon = text.indexOf(':');
  const user = colon < 0 ? text : text.slice(0, colon);
  const password = colon < 0 ? '' : text.slice(colon + 1);
  if (user === '' && password === '') return null;
  return { user: decoded(user), password: decoded(password) };
}

/** A percent sign without two hexadecimal digits stands for itself. */
function decoded(text: string): Buffer {
  const pieces = text.split(/(%[0-9a-f]{2})/i);
  return Buffer.concat(
    pieces.map((piece, at) =>
      at % 2 === 1 ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece),
    ),
  );
}

/** Parses a proxy address without credentials. @throws AppError `address-invalid` */
export function proxyWithoutCredentials(text: string): URL {
  const { url, user } = proxyWithCredentials(text);
  if (user !== null) throw invalid('has-credentials');
  return url;
}

/** Parses a proxy address as a user types it, maybe with credentials. @throws AppError `address-invalid` */
export function proxyWithCredentials(text: string): {
  readonly url: URL;
  readonly user: string | null;
  readonly password: string | null;
} {
  const written = parseProxyAddress(text);
  if (written === null) throw invalid('not-a-url');
  const { url, credentials } = written;
  return {
    url,
    user: credentials?.user.toString() ?? null,
    password: credentials?.password.toString() ?? null,
  };
}

function invalid(problem: string): AppError {
  return new AppError('address-invalid', { details: { field: 'proxy', problem } });
}

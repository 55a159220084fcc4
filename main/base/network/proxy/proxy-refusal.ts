/** The proxy's answer to CONNECT was not 2xx. */
export class ProxyRefusal extends Error {
  readonly status: number;
  /** Authentication methods that it offers (`Proxy-Authenticate`), as written. */
  readonly methods: readonly string[];
  constructor(status: number, methods: readonly string[] = []) {
    super(`the proxy answered CONNECT with ${status}`);
    this.name = 'ProxyRefusal';
    this.status = status;
    this.methods = methods;
  }

  /** Whether it requires authentication, but by no method that needs only a name and a password. */
  get isOfOtherMethod(): boolean {
    const { status, methods } = this;
    return status === 407 && methods.length > 0 && !methods.some((one) => /^basic$/i.test(one));
  }
}

const longest = 4_096;
const most = 5;

/** Returns the schemes of challenges (RFC 9110, section 11.6.1), in one header or in several. */
export function authenticationSchemes(header: string | readonly string[] | undefined): string[] {
  const text = [header ?? []].flat().join(',').slice(0, longest);
  const found = new Set<string>();
  for (const part of withoutQuoted(text).split(',')) {
    // A scheme stands alone or before a space; a parameter before its equals sign.
    const scheme = /^[a-z][a-z0-9-]{0,30}(?= |$)/i.exec(part.trim())?.[0];
    if (scheme !== undefined && found.size < most) found.add(scheme);
  }
  return [...found];
}

function withoutQuoted(text: string): string {
  let plain = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (isQuoted && text[at] === '\\') at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted) plain += text[at];
  }
  return plain;
}

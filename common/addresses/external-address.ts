/** Characters; sign-in's longest addresses have about 4,000. */
const longest = 8_192;
/** Fields of a mail that a link may fill in (RFC 6068, section 2); no hidden recipients or files. */
const mailFields = ['cc', 'subject', 'body'];
const mailbox = /^[^\s\p{Cc}\p{Cf}@<>"()\\]+@[^\s\p{Cc}\p{Cf}@<>"()\\]+$/u;

/**
 * Returns an address that may be passed to the user's browser or mail program, in normal form; null for everything
 * else. Links on screen and main's opening use this one rule: web, FTP and mail, absolute, no user name or password
 * before the host (RFC 3986, section 7.6), a host that DNS can hold, and of a mail its addresses, subject and text.
 */
export function externalAddress(text: string): string | null {
  if (text.length > longest || !URL.canParse(text)) return null;
  if (/^(?:https?|ftp):\/\//i.test(text)) return webAddress(new URL(text));
  return /^mailto:/i.test(text) ? mailAddress(new URL(text)) : null;
}

function webAddress({ href, username, password, hostname }: URL): string | null {
  if (username !== '' || password !== '' || hostname.length > 253) return null;
  return isHost(hostname) ? href : null;
}

/** Returns whether no label is empty, except the root's at the end, or too long (RFC 1035, section 2.3.4). */
function isHost(host: string): boolean {
  const labels = (host.endsWith('.') ? host.slice(0, -1) : host).split('.');
  return labels.every(({ length }) => length > 0 && length <= 63);
}

function mailAddress({ pathname, search }: URL): string | null {
  const to = decoded(pathname)?.split(',');
  const isMailbox = (one: string): boolean =>
    mailbox.test(one) && isHost(one.slice(one.lastIndexOf('@') + 1));
  if (to === undefined || !to.every(isMailbox)) return null;
  const fields: string[] = [];
  for (const part of search.slice(1).split('&')) {
    const [, name = '', value = ''] = /^([a-z]+)=(.*)$/i.exec(part) ?? [];
    if (!mailFields.includes(name.toLowerCase())) continue;
    const written = decoded(value);
    // a line break in any field but the text would start a new header
    const refused = name.toLowerCase() === 'body' ? /[^\P{Cc}\t\r\n]/u : /\p{Cc}/u;
    if (written === null || refused.test(written)) return null;
    fields.push(`${name.toLowerCase()}=${encodeURIComponent(written)}`);
  }
  const addresses = to.map((one) => encodeURIComponent(one).replaceAll(/%(?:40|2B)/g, readable));
  return `mailto:${addresses.join(',')}${fields.length > 0 ? `?${fields.join('&')}` : ''}`;
}

const readable = (code: string): string => (code === '%40' ? '@' : '+');

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // invalid UTF-8
    return null;
  }
}

/** Characters; the longest that sign-in's own addresses come to is about 4,000. */
const longest = 8_192;
/** What a link may fill in of a mail (RFC 6068, section 2); not who else gets it unseen, nor files. */
const mailFields = ['cc', 'subject', 'body'];
const mailbox = /^[^\s\p{Cc}\p{Cf}@<>"()\\]+@[^\s\p{Cc}\p{Cf}@<>"()\\]+$/u;

/**
 * An address as it may be handed to the user's browser or mail program, in its normal form; null for
 * everything else. What is drawn as a link and what main opens go by this one rule: the web, FTP and mail,
 * absolute, no user name or password in front of the host (RFC 3986, section 7.6), a host that DNS can
 * hold, and of a mail its addresses, subject and text.
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

/** Of no empty label, but for the root's at the end, and of none that is too long (RFC 1035, section 2.3.4). */
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
    // a line break in any field but the text would begin a header of its own
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
    // no UTF-8: nobody's address
    return null;
  }
}

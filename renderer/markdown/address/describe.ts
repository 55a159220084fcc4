import { toUnicode } from 'punycode/punycode.es6.js';
import { parse } from 'tldts';
import { isLoopback } from '../../../common/addresses/loopback.ts';
import { mixedScripts, readsLike } from './letters.ts';

/** A remark about an address's target. */
export type Note =
  | {
      readonly kind:
        | 'thisComputer'
        | 'privateNetwork'
        | 'number'
        | 'plain'
        | 'otherLetters'
        | 'long';
    }
  | { readonly kind: 'port'; readonly port: string }
  | { readonly kind: 'mixed'; readonly name: string; readonly scripts: readonly string[] }
  | { readonly kind: 'alike' | 'accents'; readonly name: string; readonly like: string }
  | { readonly kind: 'others'; readonly count: number };

/** An address as the dialog shows it. */
export interface AddressDescription {
  readonly address: string;
  readonly kind: 'web' | 'mail';
  /**
   * The registered part, as people read it: `example.org`; the whole host if nobody has registered one. A name that may
   * be forged is written as in DNS: `xn--pypal-4ve.example`.
   */
  readonly site: string;
  /** The readable host, if it may be forged; else null. */
  readonly forged: string | null;
  /** The address in three parts: the text before the site as in DNS, the site, and the rest. */
  readonly parts: readonly [string, string, string];
  readonly notes: readonly Note[];
}

/** Longer than any host meant to be read. */
const longHost = 60;
const privateNumbers =
  /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[f[cd]|\[fe[89ab])/;

/** @param address accepted by `externalAddress` */
export function describe(address: string): AddressDescription {
  return address.startsWith('mailto:') ? describeMail(address) : describeWeb(new URL(address));
}

function describeWeb({ href, protocol, hostname, port }: URL): AddressDescription {
  const site = siteOf(hostname);
  const at =
    `${protocol}//`.length + hostname.length - site.length - (hostname.endsWith('.') ? 1 : 0);
  const notes = [...notesOf(hostname, site)];
  if (hostname.length > longHost) notes.push({ kind: 'long' });
  if (port !== '') notes.push({ kind: 'port', port });
  if (protocol !== 'https:' && !isLoopback(hostname)) notes.push({ kind: 'plain' });
  return {
    address: href,
    kind: 'web',
    ...shownAs(hostname, site, notes),
    parts: [href.slice(0, at), site, href.slice(at + site.length)],
    notes,
  };
}

/** A mail's first address names its server; the parts show all, a note counts the others. */
function describeMail(address: string): AddressDescription {
  const [, first = ''] = /^mailto:([^,?]*)/.exec(address) ?? [];
  const domain = decodeURIComponent(first).split('@').at(-1) ?? '';
  // as a browser and DNS write it
  const host = URL.canParse(`https://${domain}`) ? new URL(`https://${domain}`).hostname : domain;
  const site = siteOf(host);
  const at = address.indexOf(first) + first.length - site.length;
  const notes = [...notesOf(host, site)];
  const count = countReaders(address) - 1;
  if (count > 0) notes.push({ kind: 'others', count });
  const written = address.slice(at, at + site.length) === site;
  return {
    address,
    kind: 'mail',
    ...shownAs(host, site, notes),
    parts: written
      ? [address.slice(0, at), site, address.slice(at + site.length)]
      : ['mailto:', first, address.slice('mailto:'.length + first.length)],
    notes,
  };
}

function shownAs(
  hostname: string,
  site: string,
  notes: readonly Note[],
): Pick<AddressDescription, 'site' | 'forged'> {
  const forged = notes.some(({ kind }) => kind === 'mixed' || kind === 'alike');
  return forged ? { site, forged: readable(hostname) } : { site: readable(site), forged: null };
}

/** Counts the recipients of a mail, copies included. */
function countReaders(address: string): number {
  const { pathname, searchParams } = new URL(address);
  return [pathname, ...searchParams.getAll('cc')].join(',').split(',').filter(Boolean).length;
}

/** Returns the registered part: below a public suffix, those of hosting companies included. */
function siteOf(hostname: string): string {
  const host = hostname.replace(/\.$/, '');
  return parse(host, { allowPrivateDomains: true, extractHostname: false }).domain ?? host;
}

function readable(hostname: string): string {
  try {
    return toUnicode(hostname);
  } catch {
    // not readable, so it is shown unchanged
    return hostname;
  }
}

function notesOf(hostname: string, site: string): readonly Note[] {
  if (isLoopback(hostname)) return [{ kind: 'thisComputer' }];
  if (/^\[|^\d+(?:\.\d+){3}$/.test(hostname)) {
    return [{ kind: privateNumbers.test(hostname) ? 'privateNetwork' : 'number' }];
  }
  const notes: Note[] = [];
  const read = readable(hostname);
  if (!hostname.includes('.')) notes.push({ kind: 'privateNetwork' });
  if (read !== hostname) notes.push({ kind: 'otherLetters' });
  for (const label of read.split('.')) {
    const scripts = mixedScripts(label);
    if (scripts.length > 0) notes.push({ kind: 'mixed', name: label, scripts });
  }
  const labels = readable(site).split('.');
  const likes = labels.map((label) => readsLike(label));
  if (likes.every((one) => one === null)) return notes;
  const like = labels.map((label, at) => likes[at]?.like ?? label).join('.');
  const kind = likes.some((one) => one?.forged) ? 'alike' : 'accents';
  return [...notes, { kind, name: labels.join('.'), like }];
}

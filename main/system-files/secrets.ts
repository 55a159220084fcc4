import { certificateBlocks } from '../network/index.ts';

/** Names of what is nobody else's. */
const names =
  /pass(?:word|phrase|wd)|secret|token|credential|private|api[-_ ]?key|authorization|cookie|^key$|^code$|^sig(?:nature)?$/i;
/** A text that says one: `password: …`. */
const told =
  /(?:password|passphrase|secret|api[-_ ]key|token|パスワード|パスフレーズ|シークレット|トークン|API ?キー)\s*[:：=＝]\s*\S/i;
const marked = /PRIVATE KEY|\bBearer \S|\b(?:sk|ghp|glpat|cd-demo)[-_][A-Za-z0-9_-]{8}/;

/**
 * Where something in a value of JSON looks like a secret: a name such as `password`, a private key, a key or token by
 * its form, an address with a password in it. In doubt it is one. Null where nothing does.
 */
export function secretIn(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return looksSecret(value) ? path : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, one] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (names.test(name) && one !== null && one !== '') return place;
    const found = looksSecret(name) ? place : secretIn(one, place);
    if (found !== null) return found;
  }
  return null;
}

function looksSecret(text: string): boolean {
  const rest = withoutCertificates(text);
  return marked.test(rest) || told.test(rest) || inAddress(rest) || words(rest).some(isRandom);
}

/** Certificates are public, and look random. */
function withoutCertificates(text: string): string {
  let rest = text;
  for (const block of certificateBlocks(text)) rest = rest.replace(block, () => '');
  return rest;
}

function inAddress(text: string): boolean {
  for (const word of text.split(/\s+/)) {
    if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(word) || !URL.canParse(word)) continue;
    const { username, password, searchParams, hash } = new URL(word);
    const fields = [...searchParams, ...new URLSearchParams(hash.slice(1))];
    if (username !== '' || password !== '') return true;
    if (fields.some(([name, value]) => value !== '' && names.test(name))) return true;
  }
  return false;
}

const words = (text: string): string[] => text.split(/[^A-Za-z0-9+=_-]+/);

/** Long and mixed, as no word nor name of a host is: base64, or hexadecimal of 128 bits and more. */
function isRandom(word: string): boolean {
  const mixed = /[a-z]/.test(word) && /[A-Z]/.test(word) && /[0-9]/.test(word);
  if (word.length >= 24 && mixed) return true;
  return word.length >= 32 && /^[0-9a-f]+$/i.test(word);
}

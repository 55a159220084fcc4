import type { FileFault } from '../../../common/texts/file-fault.ts';
import { loggableField } from '../files/loggable-field.ts';
import { splitCertificates } from '../x509/pem.ts';

/** Names of secrets. */
const names =
  /pass(?:word|phrase|wd)|secret|token|credential|private|api[-_ ]?key|authorization|cookie|^key$|^code$|^sig(?:nature)?$/i;
/** Labels before a secret in a text: `password: …`. */
const called = [
  'password',
  'passphrase',
  'secret',
  'api key',
  'api-key',
  'api_key',
  'token',
  'パスワード',
  'パスフレーズ',
  'シークレット',
  'トークン',
  'apiキー',
  'api キー',
];
const marked = /\bBearer \S|\b(?:sk|ghp|glpat|cd-demo)[-_][A-Za-z0-9_-]{8}/;

/** Kind of text that looks like a secret. */
type SecretFault = Extract<FileFault, `secret-${string}`>;

export interface FoundSecret {
  /** Place of the secret. Of names outside our formats only those of secrets: any other may be a secret itself. */
  readonly where: string;
  readonly fault: SecretFault;
  /** The unchanged place. */
  readonly path: readonly PropertyKey[];
}

/**
 * Returns where a JSON value contains something like a secret: a name such as `password`, a private key, a key or token
 * by its form, an address with a password. In doubt it counts as one. Null if there is none.
 */
export function findSecret(value: unknown): FoundSecret | null {
  return search(value, '', []);
}

function search(value: unknown, where: string, path: FoundSecret['path']): FoundSecret | null {
  if (typeof value === 'string') {
    const fault = kindOf(value);
    return fault === null ? null : { where, fault, path };
  }
  if (typeof value !== 'object' || value === null) return null;
  const isList = Array.isArray(value);
  for (const [name, one] of Object.entries(value)) {
    const shown = isOfSecret(name) ? name : loggableField(name);
    const place = where === '' ? shown : `${where}.${shown}`;
    const inside = [...path, isList ? Number(name) : name];
    if (names.test(name) && one !== null && one !== '') {
      return { where: place, fault: 'secret-name', path: inside };
    }
    const kind = kindOf(name);
    if (kind !== null) return { where: place, fault: kind, path: inside };
    const found = search(one, place, inside);
    if (found !== null) return found;
  }
  return null;
}

/** Returns whether a word names a secret, such as `apiKey`. */
const isOfSecret = (name: string): boolean =>
  names.test(name) && /^[a-z_-]{1,24}$/i.test(name) && kindOf(name) === null;

function kindOf(text: string): SecretFault | null {
  const rest = withoutCertificates(text);
  if (rest.includes('PRIVATE KEY')) return 'secret-private-key';
  if (marked.test(rest)) return 'secret-api-key';
  if (tells(rest)) return 'secret-labelled';
  if (inAddress(rest)) return 'secret-address';
  return words(rest).some(isRandom) ? 'secret-random' : null;
}

/** Returns whether a secret follows its name and a colon or equals sign, with some blanks. */
function tells(text: string): boolean {
  const small = text.toLowerCase();
  return called.some((name) =>
    small
      .split(name)
      .slice(1)
      .some((rest) => /^[:：=＝]\s{0,50}\S/.test(rest.slice(0, 100).trimStart())),
  );
}

/** Removes certificates, which are public and look random. */
function withoutCertificates(text: string): string {
  let rest = text;
  for (const block of splitCertificates(text)) rest = rest.replace(block, () => '');
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

/**
 * Returns whether a word is long and mixed, unlike any word or host name: base64, or hexadecimal of 128 bits and more.
 */
function isRandom(word: string): boolean {
  const mixed = /[a-z]/.test(word) && /[A-Z]/.test(word) && /[0-9]/.test(word);
  if (word.length >= 24 && mixed) return true;
  return word.length >= 32 && /^[0-9a-f]+$/i.test(word);
}

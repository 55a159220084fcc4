import { parseJson } from '../../../common/texts/json.ts';
import { encodePart } from '../../../common/texts/percent-encode.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import { shortestMaskable, withoutSecret } from '../log/masking.ts';
import { createRedaction } from './personal.ts';
import { redact, secretNames } from './secrets.ts';

const mark = '[…]';
/** Names of this length are masked inside words too. */
const longName = 4;

/** Fields whose whole value is a secret in any form. */
const secretFields: ReadonlySet<string> = new Set([
  // an error's code and an object's state are no secrets
  ...[...secretNames].filter((name) => name !== 'code' && name !== 'state'),
  'authorization',
  'cookie',
  'key',
  'apikey',
  'privatekey',
  'pem',
  'nonce',
  'confirmation',
]);
const isSecretField = (name: string): boolean => {
  const plain = name.toLowerCase();
  return secretFields.has(plain) || secretFields.has(plain.replaceAll(/[-_]/g, ''));
};

/** `passphrase: …`, `"token": "…"`, `password is …` within a text: masks everything up to the next comma. */
const said =
  /\b(pass(?:word|phrase|wd)|pwd|secret|token|api[-_ ]?key|authorization|cookie)("?\s{0,4}(?:[:=]|is\b)\s{0,4})([^,;\n]{1,2000})/gi;
const candidate = /[\w+/=~-]{20,}/g;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Returns whether a run of letters and digits looks generated: a key, a token, a fingerprint. Plain numbers stay. */
function looksMade(word: string): boolean {
  if (uuid.test(word)) return false;
  return word
    .split('/')
    .some((part) => part.length >= 20 && /\d/.test(part) && /[a-z]/i.test(part));
}

/**
 * Redacts text that is handed to strangers: masks known secrets and names everywhere, in any encoding, and anything
 * that looks like one, rather too much than too little.
 * @param secrets parts of the vault's contents
 * @param names of persons, users, their folders and this computer
 */
export function createStrictRedaction(
  secrets: readonly string[],
  names: readonly string[],
): { text(text: string): string; value<T extends Json>(value: T): T } {
  const short = secrets.filter((one) => one.length < shortestMaskable);
  const exact = [
    ...new Set(secrets.filter((one) => one.length >= shortestMaskable).flatMap(coded)),
  ].filter((one) => one.length >= shortestMaskable);
  const long = names.filter((name) => name.length >= longName || /[^\p{ASCII}]/u.test(name));
  const anywhere = longestFirst([...exact, ...long.flatMap(spelled)]).map((one) =>
    one.toLowerCase(),
  );
  const personal = createRedaction(names);
  const parts = [...new Set(anywhere)];

  const text = (given: string): string => {
    const whole = given.normalize('NFC');
    const lower = whole.toLowerCase();
    const known = parts.filter((part) => lower.includes(part)).reduce(without, whole);
    const named = short.reduce((rest, secret) => withoutSecret(rest, secret, mark), known);
    const looked = redact(named)
      .replace(said, (_, name: string, between: string) => `${name}${between}${mark}`)
      .replace(candidate, (word) => (looksMade(word) ? mark : word));
    return personal(looked);
  };
  const value = <T extends Json>(given: T): T => {
    if (typeof given === 'string') return text(given) as T;
    if (Array.isArray(given)) return given.map((one) => value(one)) as T;
    if (typeof given !== 'object' || given === null) return numberOf(given, parts) as T;
    const entries = Object.entries(given).map(([name, one]) => [
      text(name),
      isSecretField(name) && one !== null ? mark : value(one),
    ]);
    return Object.fromEntries(entries) as T;
  };
  return { text, value };
}

/** A secret of digits alone may appear in a log as a number. */
function numberOf(given: Json, parts: readonly string[]): Json {
  return typeof given === 'number' && parts.includes(String(given)) ? mark : given;
}

const longestFirst = (words: readonly string[]): string[] =>
  [...words].sort((a, b) => b.length - a.length);

/** Returns the forms in which texts contain a secret: as it is, URL-encoded, in JSON, as Base64 and in hexadecimal. */
function coded(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64');
  return [
    ...spelled(secret),
    base64.replaceAll('=', ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

function spelled(word: string): string[] {
  const text = word.normalize('NFC');
  const inJson = JSON.stringify(text).slice(1, -1);
  return [text, inJson, encodePart(text), encodePart(text).replaceAll('%20', '+')];
}

/** Ignores case; if lower case changes the length, masks the whole text. */
function without(text: string, part: string): string {
  const lower = text.toLowerCase();
  if (part === '' || !lower.includes(part)) return text;
  if (lower.length !== text.length) return mark;
  let kept = '';
  let from = 0;
  for (let at = lower.indexOf(part); at >= 0; at = lower.indexOf(part, from)) {
    kept += text.slice(from, at) + mark;
    from = at + part.length;
  }
  return kept + text.slice(from);
}

/**
 * Returns the parts of a secret that would reveal it: its whole text, the texts in it if it is JSON, the lines of a PEM
 * block.
 */
export function secretParts(secret: Uint8Array): string[] {
  const bytes = Buffer.from(secret);
  const whole = bytes.toString('utf8');
  const texts = whole.includes('\uFFFD') ? [bytes.toString('base64'), bytes.toString('hex')] : [];
  return [...texts, whole, ...stringsIn(whole)].flatMap((text) => [
    text,
    ...text.split(/\s+/).filter((line) => line.length >= 16),
  ]);
}

function stringsIn(text: string): string[] {
  try {
    return strings(parseJson(text));
  } catch {
    // Not JSON: it is one text.
    return [];
  }
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(strings);
}

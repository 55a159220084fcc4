import { encodePart } from '../../../common/texts/encoded.ts';
import { parseJson } from '../../../common/texts/json.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import { shortestMasked, withoutSecret } from '../log/masking.ts';
import { createRedaction } from './personal.ts';
import { redact, secretNames } from './secrets.ts';

const mark = '[…]';
/** A name of so many characters is taken out of the middle of words too. */
const longName = 4;

/** Names of fields whose whole value is a secret, whatever it looks like. */
const secretFields: ReadonlySet<string> = new Set([
  // an error's code and a thing's state are none
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

/** `passphrase: …`, `"token": "…"`, `password is …` in the middle of a text: all up to the next comma goes. */
const said =
  /\b(pass(?:word|phrase|wd)|pwd|secret|token|api[-_ ]?key|authorization|cookie)("?\s{0,4}(?:[:=]|is\b)\s{0,4})([^,;\n]{1,2000})/gi;
const candidate = /[\w+/=~-]{20,}/g;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Letters and digits in one go that nobody reads: a key, a token, a fingerprint. Numbers of things stay. */
function looksMade(word: string): boolean {
  if (uuid.test(word)) return false;
  return word
    .split('/')
    .some((part) => part.length >= 20 && /\d/.test(part) && /[a-z]/i.test(part));
}

/**
 * What is handed to strangers: secrets and names that the app knows are taken out wherever they stand, in any
 * spelling, and so is what only looks like one, rather too much than too little.
 * @param secrets pieces of what the vault holds
 * @param names of persons, users, their folders and this computer
 */
export function createStrictRedaction(
  secrets: readonly string[],
  names: readonly string[],
): { text(text: string): string; value<T extends Json>(value: T): T } {
  const short = secrets.filter((one) => one.length < shortestMasked);
  const exact = [
    ...new Set(secrets.filter((one) => one.length >= shortestMasked).flatMap(coded)),
  ].filter((one) => one.length >= shortestMasked);
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

/** A secret of digits alone may stand in a log as a number. */
function numberOf(given: Json, parts: readonly string[]): Json {
  return typeof given === 'number' && parts.includes(String(given)) ? mark : given;
}

const longestFirst = (words: readonly string[]): string[] =>
  [...words].sort((a, b) => b.length - a.length);

/** A secret as texts carry it: as it is, in an address, within JSON, as Base64 and in hexadecimal digits. */
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

/** In any case of letters; where the lower case has another length, the whole text goes. */
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

/** Pieces of a secret that betray it: its whole text, the texts in it where it is JSON, the lines of a PEM block. */
export function wordsOfSecret(secret: Uint8Array): string[] {
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
    // No JSON: it is one text.
    return [];
  }
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(strings);
}

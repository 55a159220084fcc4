import { encodePart } from '../../../common/texts/percent-encode.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import { withoutSecret } from '../../base/log/masking.ts';

/**
 * A sent request for display and storage: every secret is replaced by `removed`, and image bytes are cut. `headers` are
 * those that the app sets.
 */
export interface ShownRequest {
  /** When it was passed to the network (ISO 8601). */
  readonly at: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, Json>>;
}

export const removedMark = '(removed)';

/** Characters of a data URL that are shown. */
const shownOfUrl = 40;

/** Names of secret fields, in lower case without separators. */
const secretNames = new Set([
  'authorization',
  'proxyauthorization',
  'xauthtoken',
  'authtoken',
  'bearertoken',
  'bearer',
  'cookie',
  'cookies',
  'setcookie',
  'session',
  'sessiontoken',
  'sessionid',
  'credentials',
  'apikey',
  'xapikey',
  'accesskey',
  'secretkey',
  'privatekey',
  'subscriptionkey',
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'password',
  'passphrase',
  'secret',
  'clientsecret',
]);
/** Fields that the user does not write: such a name there is a parameter of a tool or of a format. */
const described: ReadonlySet<string> = new Set(['messages', 'tools', 'response_format']);

/**
 * Removes the secrets from a request: known ones everywhere, plain or escaped, and values of the user's own fields that
 * are named like a secret or are an `Authorization`.
 */
export function shownRequest(
  sent: { readonly url: string; readonly headers: Readonly<Record<string, string>> } & {
    readonly body: Readonly<Record<string, unknown>>;
  },
  secrets: readonly string[],
  at: string,
): ShownRequest {
  const spellings = new Set(secrets.filter((one) => one !== '').flatMap(spellingsOf));
  const clean = (text: string): string => {
    let rest = text;
    for (const secret of spellings) rest = withoutSecret(rest, secret, removedMark);
    return rest;
  };
  const walk = (value: unknown, own: boolean): Json => {
    if (typeof value === 'string')
      return own && isAuthorization(value) ? removedMark : clean(value);
    if (Array.isArray(value)) return value.map((one) => walk(one, own));
    if (typeof value !== 'object' || value === null) return (value ?? null) as Json;
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return Object.fromEntries(
      fields.map(([name, field]) => {
        if (isSecretName(name)) return [clean(name), hidden(field, own)];
        if (name === 'image_url') return [name, walk(withoutBytes(field), own)];
        return [clean(name), walk(field, own)];
      }),
    );
  };
  /** In a description only a plain value can be one: an object describes a parameter. */
  const hidden = (field: unknown, own: boolean): Json => {
    if (typeof field === 'string') return removedMark;
    if (Array.isArray(field) && field.every((one) => typeof one === 'string')) return [removedMark];
    return own && field !== null ? removedMark : walk(field, own);
  };
  const headers = Object.entries(sent.headers).map(([name, value]): [string, string] => [
    name,
    isSecretName(name) ? removedMark : clean(value),
  ]);
  const body = Object.entries(sent.body)
    .filter(([, field]) => field !== undefined)
    .map(([name, field]): [string, Json] => {
      const own = !described.has(name);
      return [clean(name), own && isSecretName(name) ? removedMark : walk(field, own)];
    });
  return {
    at,
    url: clean(sent.url),
    headers: Object.fromEntries(headers),
    body: Object.fromEntries(body),
  };
}

/** Returns a secret as it is, and escaped as in JSON and in an address. */
function spellingsOf(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodePart(secret)];
}

function isSecretName(name: string): boolean {
  return secretNames.has(name.toLowerCase().replaceAll(/[-_\s]/g, ''));
}

function isAuthorization(text: string): boolean {
  return /^\s*(?:bearer|basic)\s/i.test(text);
}

/** Returns an image's address; of a data URL only its start and its size. */
function withoutBytes(field: unknown): unknown {
  if (typeof field !== 'object' || field === null || !('url' in field)) return field;
  const { url } = field;
  const isImage = typeof url === 'string' && url.startsWith('data:') && url.length > shownOfUrl;
  if (!isImage) return field;
  const bytes = Math.floor(((url.length - url.indexOf(',') - 1) * 3) / 4);
  return { ...field, url: `${url.slice(0, shownOfUrl)}… (${bytes} bytes)` };
}

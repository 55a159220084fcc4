import * as z from 'zod';
import { parseForeign } from '../../../../common/texts/json.ts';
import { encodePart } from '../../../../common/texts/percent-encode.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { BufferedAnswer } from '../../../base/network/index.ts';
import { readErrorMessage, withoutSecrets } from '../../../base/network/refusal/index.ts';

/** A token endpoint's answer with tokens. */
export interface TokenAnswer {
  readonly fields: TokenFields;
  /** Provider's clock minus ours, ms, by its `Date`; null without one. */
  readonly clockSkew: number | null;
}

/** The provider refuses the grant (RFC 6749, section 5.2). Sent values are masked in its text. */
export class GrantRefusal extends Error {
  readonly error: string;
  readonly description: string | null;

  constructor(error: string, description: string | null) {
    super('the provider refuses the grant');
    this.error = error;
    this.description = description;
  }
}

/** The fields of spec/web-api.md, "Token response". */
const tokenFields = z.object({
  access_token: token(),
  refresh_token: token().nullable().catch(null),
  id_token: token().nullable(),
  token_type: z.string().catch('bearer'),
  expires_in: seconds(),
  refresh_expires_in: seconds(),
  'not-before-policy': seconds(),
  session_state: z.string().max(1000).nullable().catch(null),
  scope: scopes(),
});
export type TokenFields = z.infer<typeof tokenFields>;

/** As sent in a header: no space, no control characters. Longer ones exceed every server's header limit. */
function token() {
  return z.string().regex(/^[\x21-\x7e]{1,65536}$/);
}

/** A list counts as the text that it stands for. */
function scopes() {
  return z
    .preprocess(
      (value) => (Array.isArray(value) ? value.map(String).join(' ') : value),
      z.string().max(20_000),
    )
    .nullable()
    .catch(null);
}

/** Some servers send numbers as text. Invalid numbers count as absent. */
function seconds() {
  return z
    .preprocess(
      (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
      z.number().nonnegative(),
    )
    .nullable()
    .catch(null);
}

/** RFC 6749, section 5.2, and those of 4.1.2.1 for which a retry may help. */
const registeredErrors = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'access_denied',
  'server_error',
  'temporarily_unavailable',
]);

/**
 * Parses the answer as tolerantly as the design's section 4 asks: any 2xx, any content type, null for absent, numbers
 * as text, `scope` as a list, `token_type` omitted or in any case, an error with 200. A 2xx answer may contain tokens
 * in any form: no error quotes it. Errors quote other answers, with sent values masked.
 * @param sent the form that it answers
 * @param now time of arrival, ms
 * @throws GrantRefusal
 * @throws AppError `sign-in-answer-unusable`, `http-redirect-refused`
 */
export function readTokenAnswer(
  answer: BufferedAnswer,
  sent: URLSearchParams,
  now: number,
): TokenAnswer {
  const { host } = new URL(answer.url);
  const { status, headers } = answer;
  const secrets = secretsOf(sent);
  const words = (): { server?: string } => {
    const server = isGood(status) ? '' : readErrorMessage(answer, secrets).text;
    return server === '' ? {} : { server };
  };
  if (status >= 300 && status < 400) {
    throw new AppError('http-redirect-refused', {
      details: { host, status, reason: 'token-endpoint', to: originOf(headers.location) },
    });
  }
  const json = readObject(new TextDecoder().decode(answer.body));
  if (json === null) throw unusable(host, 'not-json', { status, ...words() }, status >= 500);
  const said = new Map(Object.entries(json).filter(([, value]) => value !== null && value !== ''));
  const error = errorOf(said.get('error'));
  if (error !== null && !said.has('access_token')) {
    if (isGood(status) && !registeredErrors.has(error)) throw unusable(host, 'error', { status });
    const description = said.get('error_description');
    const described = typeof description === 'string' && !isGood(status);
    throw new GrantRefusal(
      withoutSecrets(error, secrets),
      described ? withoutSecrets(description, secrets) : null,
    );
  }
  if (!isGood(status)) throw unusable(host, 'status', { status, ...words() }, status >= 500);
  return { fields: readFields(said, host), clockSkew: skewOf(answer, now) };
}

/** RFC 6749, section 5.2, in any case, and as some gateways wrap it: an object with the code in it. */
function errorOf(value: unknown): string | null {
  if (typeof value === 'string') {
    const known = value.trim().toLowerCase();
    return registeredErrors.has(known) ? known : value;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { error, code, type } = value as Readonly<Record<string, unknown>>;
  const codes = [error, code, type].flatMap((one) =>
    typeof one === 'string' ? [one.trim().toLowerCase()] : [],
  );
  return codes.find((one) => registeredErrors.has(one)) ?? null;
}

function readFields(said: ReadonlyMap<string, unknown>, host: string): TokenFields {
  const read = tokenFields.safeParse({
    refresh_token: null,
    id_token: null,
    ...Object.fromEntries(said),
  });
  // All fields but the tokens accept any value.
  if (!read.success) throw unusable(host, String(read.error.issues[0]?.path[0]), {});
  if (!/^bearer$/i.test(read.data.token_type.trim())) throw unusable(host, 'token_type', {});
  return read.data;
}

/** RFC 9110, section 6.6.1; its resolution is one second. */
function skewOf({ headers }: BufferedAnswer, now: number): number | null {
  const said = Date.parse(headers.date ?? '');
  return Number.isNaN(said) ? null : said - now;
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = parseForeign(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // The caller reports invalid JSON, with the server's text.
    return null;
  }
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Returns the secret values in a form, plain and form-encoded. */
function secretsOf(form: URLSearchParams): string[] {
  const names = ['client_secret', 'code', 'code_verifier', 'refresh_token'];
  return names
    .flatMap((name) => form.getAll(name))
    .flatMap((value) => [
      value,
      encodePart(value),
      new URLSearchParams({ '': value }).toString().slice(1),
    ]);
}

function unusable(
  host: string,
  reason: string,
  more: Readonly<Record<string, string | number>>,
  retryable = false,
): AppError {
  return new AppError('sign-in-answer-unusable', { details: { host, reason, ...more }, retryable });
}

function originOf(location: string | undefined): string {
  return location !== undefined && URL.canParse(location) ? new URL(location).origin : '';
}
